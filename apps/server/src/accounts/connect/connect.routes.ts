import type { OAuthPlatform } from '@fanfare/contract';
import { networkMark } from '@fanfare/design-tokens';
import { type OAuthConnect, pkceChallenge } from '@fanfare/network';
import {
  CONNECT_FORM_BYTES,
  type ConnectResult,
  confirmPage,
  connectedPage,
  connectRedirect,
  failedPage,
  isCancel,
  isSameOrigin,
  notPressedHerePage,
  type ShownNetwork,
  withCell,
} from '@fanfare/rules';
import express, { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import { logoUrlOf } from '../../callers/projects/logo.routes.ts';
import { findProjectProfile } from '../../callers/projects/project-profiles.table.ts';
import type { Networks } from '../../config/networks.ts';
import { ownPath } from '../../http/base-path.ts';
import { type Brand, sendPage } from '../../http/html-page.ts';
import { readBody } from '../../http/read-body.ts';
import { keepCookie, readCookie } from '../../http/secret-cookie.ts';
import { sendBrokenPage } from '../../http/send-broken-page.ts';
import { hashToken, newToken } from '../../http/token.ts';
import { browserCookie, codeVerifierOf } from './browser-binding.ts';
import {
  bindAttempt,
  type ConnectAttempt,
  cancelAttempt,
  consumeAttempt,
  findAttemptOfCallback,
  findAttemptOfLink,
  findOpenAttempt,
} from './connect-attempts.table.ts';
import { brokenPage } from './connect-pages.ts';
import { endedPage } from './ended-page.ts';
import { type FinishDeps, finishConnect } from './finish-connect.ts';
import { formCookie, formTokenOf, hasFormToken } from './form-token.ts';

type Deps = FinishDeps & {
  readonly networks: Networks;
  readonly baseUrl: string;
  readonly brand: Brand;
  /** Set to false, the link leads straight to the network (single-tenant installations). */
  readonly confirmPage: boolean;
};

/** The pages of a connect flow: confirm, the network, and its answer. */
export function connectRoutes(deps: Deps): Router {
  const router = Router();
  const form = readBody({
    parse: express.urlencoded({ extended: false, limit: CONNECT_FORM_BYTES }),
    type: 'application/x-www-form-urlencoded',
    maxBytes: CONNECT_FORM_BYTES,
  });

  router.get('/connect/:token', async (req, res, next) => {
    try {
      const attempt = await findOpenAttempt(deps.db, hashToken(req.params.token));
      if (!attempt) return await refuseLink(deps, req, res, req.params.token);
      if (!deps.confirmPage) return await goToNetwork(deps, req, res, attempt);
      const project = await findProjectProfile(deps.db, attempt.projectId);
      const { token } = req.params;
      const cookie = keepCookie(deps, req, res, formCookie(deps.baseUrl, token));
      sendPage(
        deps,
        res,
        200,
        confirmPage({
          action: pathOf(deps, token),
          formToken: formTokenOf(cookie, token),
          network: shownNetwork(deps, attempt.platform),
          logoUrl: logoUrlOf(
            deps.baseUrl,
            attempt.projectId,
            project?.logo ? withCell(deps.ids.cell, project.logo) : null,
          ),
          projectName: project?.name ?? 'An unknown project',
          redirectUrl: attempt.redirectUrl,
          networkUrl: unpressedUrl(deps, attempt.platform).href,
        }),
      );
    } catch (error) {
      next(error);
    }
  });

  router.post('/connect/:token', form, async (req, res, next) => {
    try {
      const token = req.params.token as string;
      const attempt = await findOpenAttempt(deps.db, hashToken(token));
      if (!attempt) return await refuseLink(deps, req, res, token);
      const wantsNothing = isCancel(req.body?.answer);
      if ((deps.confirmPage || wantsNothing) && !isPressedOnPage(deps, req, token)) {
        return sendPage(deps, res, 403, notPressedHerePage(pathOf(deps, token), attempt.redirectUrl));
      }
      if (!wantsNothing) return await goToNetwork(deps, req, res, attempt);
      if (!(await cancelAttempt(deps.db, attempt.id))) return await refuseLink(deps, req, res, token);
      finish(deps, res, attempt.redirectUrl, { ok: false, reason: 'access_denied' });
    } catch (error) {
      next(error);
    }
  });

  router.get('/oauth/:platform/callback', async (req, res, next) => {
    try {
      const platform = deps.networks.platforms.find((name) => name === req.params.platform);
      const callback = platform ? bindingOf(deps, req, platform) : null;
      const attempt = callback && (await consumeAttempt(deps.db, callback));
      if (!attempt) {
        const ended = callback && (await findAttemptOfCallback(deps.db, callback));
        return sendPage(deps, res, 400, await endedPage(deps, req, ended));
      }
      res.locals.redirectUrl = attempt.redirectUrl;
      finish(deps, res, attempt.redirectUrl, await readCallback(deps, req, attempt));
    } catch (error) {
      next(error);
    }
  });

  const unexpected: ErrorRequestHandler = (err: unknown, _req, res, next) => {
    if (res.headersSent) return next(err);
    // An address that cannot be decoded, or a form that is too long.
    if (isClientError(err)) return sendPage(deps, res, 400, failedPage('state_invalid'));
    sendBrokenPage(deps, res, err, (of) => brokenPage(of, res.locals.redirectUrl ?? null));
  };
  router.use(unexpected);
  return router;
}

/** Express and its parsers give client errors a status from 400 to 499. */
function isClientError(err: unknown): boolean {
  return err instanceof Error && 'status' in err && Number(err.status) >= 400 && Number(err.status) < 500;
}

/** Networks skip their consent page for known apps, so another site must not submit the form. */
function isPressedOnPage(deps: Deps, req: Request, token: string): boolean {
  const source = { site: req.get('sec-fetch-site') ?? null, origin: req.get('origin') ?? null };
  const cookie = readCookie(req, formCookie(deps.baseUrl, token));
  return isSameOrigin(source, new URL(deps.baseUrl).origin) && hasFormToken(req.body, cookie, token);
}

async function refuseLink(deps: Deps, req: Request, res: Response, token: string): Promise<void> {
  sendPage(deps, res, 400, await endedPage(deps, req, await findAttemptOfLink(deps.db, hashToken(token))));
}

async function goToNetwork(deps: Deps, req: Request, res: Response, attempt: ConnectAttempt): Promise<void> {
  const browser = keepCookie(deps, req, res, browserCookie(deps.baseUrl));
  const state = newToken(deps.ids);
  const bound = await bindAttempt(deps.db, attempt.id, {
    stateSha256: hashToken(state),
    browserSha256: hashToken(browser),
  });
  if (!bound) return sendPage(deps, res, 400, failedPage('state_invalid', attempt.redirectUrl));
  const { pkce } = connectOf(deps, attempt.platform);
  const challenge = pkce ? pkceChallenge(codeVerifierOf(browser, state)) : null;
  redirect(res, authorizeUrl(deps, attempt.platform, state, challenge).href);
}

/** The facts that tie a callback to the press of the button; null without a cookie or a state. */
function bindingOf(deps: Deps, req: Request, platform: OAuthPlatform) {
  const browser = readCookie(req, browserCookie(deps.baseUrl));
  const { state } = req.query;
  if (browser === null || typeof state !== 'string') return null;
  return { stateSha256: hashToken(state), browserSha256: hashToken(browser), platform };
}

async function readCallback(deps: Deps, req: Request, attempt: ConnectAttempt): Promise<ConnectResult> {
  const connect = connectOf(deps, attempt.platform);
  const query = new URL(req.originalUrl, deps.baseUrl).searchParams;
  const code = query.get('code');
  if (!code) return { ok: false, reason: connect.readDenial(query) };
  const browser = readCookie(req, browserCookie(deps.baseUrl))!;
  return finishConnect(deps, connect, attempt, {
    code,
    redirectUri: callbackUrl(deps, attempt.platform),
    codeVerifier: connect.pkce ? codeVerifierOf(browser, query.get('state')!) : null,
  });
}

/** Sends the user to the caller's address, or shows the result here. */
function finish(deps: Deps, res: Response, redirectUrl: string | null, result: ConnectResult): void {
  if (redirectUrl !== null) redirect(res, connectRedirect(redirectUrl, result));
  else if (!result.ok) sendPage(deps, res, 400, failedPage(result.reason));
  else sendPage(deps, res, 200, connectedPage(shownNetwork(deps, result.platform), result.username, result.pages));
}

/** The path of a link in the browser. */
const pathOf = ({ baseUrl }: Deps, token: string): string => ownPath(baseUrl, `/connect/${token}`);

const shownNetwork = ({ networks }: Deps, platform: OAuthPlatform): ShownNetwork => ({
  name: networks.nameOf(platform),
  mark: networkMark(platform),
});

function redirect(res: Response, to: string): void {
  res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  res.redirect(303, to);
}

function connectOf(deps: Deps, platform: OAuthPlatform): OAuthConnect {
  const connect = deps.networks.adapterOf(platform)?.connect;
  if (!connect) throw new Error(`There is no connect flow for ${platform}.`);
  return connect;
}

function authorizeUrl(deps: Deps, platform: OAuthPlatform, state: string, codeChallenge: string | null): URL {
  return connectOf(deps, platform).authorizeUrl({
    state,
    redirectUri: callbackUrl(deps, platform),
    codeChallenge,
  });
}

/** The address behind the confirm button. A press makes the real state and challenge. */
function unpressedUrl(deps: Deps, platform: OAuthPlatform): URL {
  const { pkce } = connectOf(deps, platform);
  return authorizeUrl(deps, platform, 'not-pressed-yet', pkce ? pkceChallenge('not-pressed-yet') : null);
}

/** The address to register at the network. */
const callbackUrl = (deps: Pick<Deps, 'baseUrl'>, platform: OAuthPlatform): string =>
  `${deps.baseUrl}/oauth/${platform}/callback`;
