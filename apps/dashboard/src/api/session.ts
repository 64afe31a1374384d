import type { Session } from '@fanfare/app-contract';
import { BASE_PATH } from '../app/base-path.ts';
import { callApp } from './app-api.ts';
import { setCaller } from './request.ts';

type Workspace = Session['workspaces'][number];
type Project = Workspace['projects'][number];
export type Place = { readonly workspace: Workspace; readonly project: Project };

const CHOSEN = 'fanfare.project';

/** Reads who is signed in, and prepares all further requests. An address may name the project: `/?project=prj_…`. */
export async function loadSession(): Promise<Session> {
  const session = await callApp('session.get', {});
  const named = new URLSearchParams(location.search).get('project');
  if (named !== null && placesOf(session).some(({ project }) => project.id === named)) chooseProject(named);
  setCaller({ csrfToken: session.csrfToken, projectId: chosenPlace(session)?.project.id ?? '' });
  return session;
}

const placesOf = ({ workspaces }: Session): readonly Place[] =>
  workspaces.flatMap((workspace) => workspace.projects.map((project) => ({ workspace, project })));

/** The project that this tab shows: the one chosen in it, or chosen last in any, or the first. Null without projects. */
export function chosenPlace(session: Session): Place | null {
  const places = placesOf(session);
  const find = (id: string | null): Place | undefined => places.find(({ project }) => project.id === id);
  return find(sessionStorage.getItem(CHOSEN)) ?? find(localStorage.getItem(CHOSEN)) ?? places[0] ?? null;
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
