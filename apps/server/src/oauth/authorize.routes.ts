import { timingSafeEqual } from 'node:crypto';
import { APP_LIMITS } from '@fanfare/app-contract';
import { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import { listProjectsOfUser } from '../callers/projects/project-profiles.table.ts';
import { lockProject } from '../callers/projects/projects.table.ts';
import { type ReadSessionDeps, readSession, type SignedIn } from '../callers/sessions/read-session.ts';
import { findProjectAccess } from '../callers/sessions/session-access.table.ts';
import { takeSubject } from '../callers/take-subject.ts';
import type { DatabasePool } from '../db/database.ts';
import { basePathOf } from '../http/base-path.ts';
import { handled } from '../http/handled.ts';
import { type Brand, sendPage } from '../http/html-page.ts';
import { NEXT_CHARS } from '../http/next-path.ts';
import { sendBrokenPage } from '../http/send-broken-page.ts';
import { sha256 } from '../http/sha256.ts';
import { hashToken, newToken } from '../http/token.ts';
import { listMembershipsOf } from '../people/members/memberships.table.ts';
import { redirectTo, sendMessage, sendNotPressedHere } from '../people/sign-in/answer-sign-in.ts';
import { fieldOf, isFromOwnPage, readSignInForm } from '../people/sign-in/browser-form.ts';
import { brokenSignInPage } from '../people/sign-in/sign-in-pages.ts';
import { fromPublicId, type Ids, toPublicId } from '../process/ids.ts';
import { countApps } from './apps.table.ts';
import { noteApproval } from './clients.table.ts';
import { insertCode } from './codes.table.ts';
import { AUTHORIZE_PATH, type ConsentProject, consentPage, DAYS, DENY } from './consent-page.ts';
import type { FindClientDeps } from './find-client.ts';
import { type Authorization, readAuthorization } from './read-authorization.ts';
import { sendAnswer } from './send-answer.ts';

export type AuthorizeDeps = FindClientDeps &
  ReadSessionDeps & { readonly db: DatabasePool; readonly ids: Ids; readonly brand: Brand };

/** Consents that a person may look at; each may read a document of somebody. */
const VIEWS = { name: 'oauth consents', perMinute: 30, burstSeconds: 60 };

/** The consent page, for people who are signed in. */
export function authorizeRoutes(deps: AuthorizeDeps): Router {
  const router = Router();

  router.get(
    AUTHORIZE_PATH,
    handled(async (req, res) => {
      const request = queryOf(req);
      const path = `${AUTHORIZE_PATH}?${request}`;
      if (path.length > NEXT_CHARS) return sendUnsure(deps, res, 'Its request is too long.');
      const signedIn = await readSession(deps, req);
      if (!signedIn) return redirectTo(deps, res, `/sign-in?next=${encodeURIComponent(path)}`);
      const asked = await read(deps, res, signedIn, request);
      if (asked) await sendConsent(deps, res, signedIn, { authorization: asked, request, problem: null });
    }),
  );

  router.post(
    AUTHORIZE_PATH,
    readSignInForm(),
    handled(async (req, res) => {
      const signedIn = await readSession(deps, req);
      const isPressed =
        signedIn && isFromOwnPage(deps.baseUrl, req) && isSame(signedIn.csrfToken, fieldOf(req, 'form_token'));
      if (!isPressed) return sendNotPressedHere(deps, res);
      const request = fieldOf(req, 'request');
      const authorization = await read(deps, res, signedIn, request);
      if (!authorization) return;
      if (fieldOf(req, 'answer') === DENY)
        return sendAnswer(deps, res, authorization, {
          error: 'access_denied',
          description: 'The person did not approve.',
        });
      const approved = await approve(deps, req, signedIn, authorization);
      if ('code' in approved) sendAnswer(deps, res, authorization, approved);
      else await sendConsent(deps, res, signedIn, { authorization, request, ...approved });
    }),
  );

  const unexpected: ErrorRequestHandler = (err: unknown, req, res, next) => {
    if (res.headersSent || req.path !== AUTHORIZE_PATH) return next(err);
    if (err instanceof Error && 'status' in err && Number(err.status) >= 400 && Number(err.status) < 500)
      return sendUnsure(deps, res, 'What was sent is too long or incomplete.');
    sendBrokenPage(deps, res, err, ({ requestId }) => brokenSignInPage(requestId));
  };
  router.use(unexpected);
  return router;
}

/** Reads the request of a client. Answers it and returns null when there is nothing to approve. */
async function read(
  deps: AuthorizeDeps,
  res: Response,
  { user }: SignedIn,
  request: string,
): Promise<Authorization | null> {
  const waitSeconds = await takeSubject(deps.db, VIEWS, user.id);
  if (waitSeconds > 0) {
    res.set('Retry-After', String(waitSeconds));
    sendMessage(deps, res, 429, {
      title: 'Too many requests of apps',
      text: `Try again in ${waitSeconds} seconds.`,
      link: ['/', 'To the dashboard'],
    });
    return null;
  }
  const found = await readAuthorization(deps, new URLSearchParams(request));
  if (found.state === 'asked') return found.authorization;
  if (found.state === 'unsure') sendUnsure(deps, res, found.why);
  else sendAnswer(deps, res, { redirectUri: found.redirectUri, state: found.clientState }, found);
  return null;
}

async function sendConsent(
  deps: AuthorizeDeps,
  res: Response,
  { user, csrfToken }: SignedIn,
  about: { readonly authorization: Authorization; readonly request: string; readonly problem: string | null },
): Promise<void> {
  const form = { base: basePathOf(deps.baseUrl), formToken: csrfToken };
  const projects = await projectsOf(deps, user.id);
  const status = about.problem === null ? 200 : 400;
  sendPage(deps, res, status, consentPage(form, { ...about, email: user.email, projects }));
}

async function projectsOf({ db }: AuthorizeDeps, userId: string): Promise<readonly ConsentProject[]> {
  const workspaces = new Map(
    (await listMembershipsOf(db, userId)).map(({ workspaceId, workspaceName }) => [workspaceId, workspaceName]),
  );
  const projects = await listProjectsOfUser(db, userId);
  return projects.map(({ id, name, workspaceId }) => ({
    id: toPublicId('prj', id),
    name,
    workspace: workspaces.get(workspaceId) ?? '',
  }));
}

type Approved = { readonly code: string } | { readonly problem: string };

/** Makes a code of what the person chose, if they may choose it. */
async function approve(
  deps: AuthorizeDeps,
  req: Request,
  { user }: SignedIn,
  { client, redirectUri, challenge, choices }: Authorization,
): Promise<Approved> {
  const projectId = fromPublicId('prj', fieldOf(req, 'project'));
  const scope = choices.find((choice) => choice === fieldOf(req, 'scope'));
  const days = DAYS.find((choice) => String(choice) === fieldOf(req, 'days'));
  if (projectId === null || scope === undefined || days === undefined)
    return { problem: 'Choose a project, what the app may do, and for how long.' };
  return deps.db.transaction(async (tx) => {
    // Members of every role may publish in the projects of their workspace.
    if (!(await findProjectAccess(tx, user.id, projectId))) return { problem: 'You are no member of this project.' };
    await lockProject(tx, projectId);
    if ((await countApps(tx, projectId)) >= APP_LIMITS.appsPerProject)
      return { problem: `A project has at most ${APP_LIMITS.appsPerProject} connected apps. End one of them first.` };
    const code = newToken(deps.ids);
    await insertCode(tx, {
      ...{ codeSha256: hashToken(code), projectId, userId: user.id, oauthClient: client.id, name: client.name },
      ...{ display: client.domain ?? 'not verified', scope, days, redirectUri, challenge },
    });
    const registered = fromPublicId('cli', client.id);
    if (registered !== null) await noteApproval(tx, registered);
    return { code };
  });
}

function sendUnsure(deps: AuthorizeDeps, res: Response, why: string): void {
  sendMessage(deps, res, 400, {
    title: 'This app cannot be connected',
    text: `${why} Nothing was sent to it.`,
    link: ['/', 'To the dashboard'],
  });
}

/** Query of a request, as it was sent. */
const queryOf = ({ originalUrl }: Request): string => originalUrl.slice(originalUrl.indexOf('?') + 1);

const isSame = (due: string, sent: string): boolean => timingSafeEqual(sha256(due), sha256(sent));
