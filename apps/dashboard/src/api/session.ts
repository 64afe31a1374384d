import type { Session } from '@fanfare/app-contract';
import { callApp } from './app-api.ts';
import { BASE_PATH } from './base-path.ts';
import { setCaller } from './request.ts';

type Workspace = Session['workspaces'][number];
type Project = Workspace['projects'][number];
export type ChosenProject = { readonly workspace: Workspace; readonly project: Project };

const CHOSEN = 'fanfare.project';

/**
 * Reads the session and prepares all requests. An address may name the project: `/?project=prj_…`.
 */
export async function loadSession(): Promise<Session> {
  const session = await callApp('session.get', {});
  const named = new URLSearchParams(location.search).get('project');
  if (named !== null && projectsOf(session).some(({ project }) => project.id === named)) chooseProject(named);
  setCaller({ csrfToken: session.csrfToken, projectId: chosenProject(session)?.project.id ?? '' });
  return session;
}

const projectsOf = ({ workspaces }: Session): readonly ChosenProject[] =>
  workspaces.flatMap((workspace) => workspace.projects.map((project) => ({ workspace, project })));

/** The project of this tab: chosen in it, else chosen last in any, else the first; or null. */
export function chosenProject(session: Session): ChosenProject | null {
  const projects = projectsOf(session);
  const find = (id: string | null): ChosenProject | undefined => projects.find(({ project }) => project.id === id);
  return find(sessionStorage.getItem(CHOSEN)) ?? find(localStorage.getItem(CHOSEN)) ?? projects[0] ?? null;
}

/** Every request goes to this project from now on. */
export function chooseProject(projectId: string): void {
  sessionStorage.setItem(CHOSEN, projectId);
  localStorage.setItem(CHOSEN, projectId);
  setCaller({ projectId });
}

/** Signs out by the form that the server's own pages use, which leads to the sign-in. */
export function signOut(csrfToken: string): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = `${BASE_PATH}/sign-out`;
  const input = document.createElement('input');
  Object.assign(input, { type: 'hidden', name: 'form_token', value: csrfToken });
  form.append(input);
  document.body.append(form);
  form.submit();
}
