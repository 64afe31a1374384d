import { appContract } from '@fanfare/app-contract';
import { initServer } from '@ts-rest/express';
import type { Response } from 'express';
import { orRefuse } from '../http/request-error.ts';
import { accessOf, projectOf } from './access.ts';
import { findDashboardProject, renameProject } from './dashboard-projects.table.ts';
import { deleteLogo } from './project-logos.table.ts';
import { type CreateDeps, createProject, setLogo, toDashboardProject } from './projects.ts';

type Deps = CreateDeps & { readonly baseUrl: string };

export function projectsHandlers(deps: Deps) {
  const { db, baseUrl } = deps;
  const show = async (res: Response) => {
    const row = await findDashboardProject(db, projectOf(res).id);
    return { status: 200 as const, body: { project: toDashboardProject(baseUrl, row!) } };
  };
  const server = initServer();
  return {
    projects: server.router(appContract.projects, {
      create: async ({ body, res }) => {
        const { workspaceId } = accessOf(res);
        const { project } = orRefuse(await createProject(deps, { workspaceId, name: body.name }));
        return { status: 201, body: { project: toDashboardProject(baseUrl, project) } };
      },
      get: ({ res }) => show(res),
    }),
    projectSettings: server.router(appContract.projectSettings, {
      rename: async ({ body, res }) => {
        await renameProject(db, projectOf(res).id, body.name);
        return show(res);
      },
      setLogo: async ({ body, res }) => {
        orRefuse(await setLogo(deps, projectOf(res).id, body.image));
        return show(res);
      },
      removeLogo: async ({ res }) => {
        await deleteLogo(db, projectOf(res).id);
        return show(res);
      },
    }),
  };
}
