import { appContract } from '@fanfare/app-contract';
import { deleteLogo } from '../../callers/projects/project-logos.table.ts';
import { findProjectProfile, renameProject } from '../../callers/projects/project-profiles.table.ts';
import { orRefuse } from '../../http/request-error.ts';
import { accessOf, appHandlers, type DashboardCaller, projectOf } from './access.ts';
import { type CreateDeps, createProject, setLogo, toDashboardProject } from './projects.ts';

type Deps = CreateDeps & { readonly baseUrl: string };

export function projectsHandlers(deps: Deps) {
  const { db, baseUrl } = deps;
  const show = async (caller: DashboardCaller) => {
    const row = await findProjectProfile(db, projectOf(caller).id);
    return { status: 200 as const, body: { project: toDashboardProject(baseUrl, row!) } };
  };
  return {
    projects: appHandlers(appContract.projects, {
      create: async ({ body, caller }) => {
        const { workspaceId } = accessOf(caller);
        const { project } = orRefuse(await createProject(deps, { workspaceId, name: body.name }));
        return { status: 201, body: { project: toDashboardProject(baseUrl, project) } };
      },
      get: ({ caller }) => show(caller),
    }),
    projectSettings: appHandlers(appContract.projectSettings, {
      rename: async ({ body, caller }) => {
        await renameProject(db, projectOf(caller).id, body.name);
        return show(caller);
      },
      setLogo: async ({ body, caller }) => {
        orRefuse(await setLogo(deps, projectOf(caller).id, body.image));
        return show(caller);
      },
      removeLogo: async ({ caller }) => {
        await deleteLogo(db, projectOf(caller).id);
        return show(caller);
      },
    }),
  };
}
