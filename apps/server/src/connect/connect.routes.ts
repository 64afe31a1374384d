import type { ConnectFailureReason, OAuthPlatform } from '@fanfare/contract';
import type { OAuthAdapter } from '@fanfare/network';
import { pkceChallenge } from '@fanfare/network';
import express, { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import { isTransient } from '../db/retry-transient.ts';
import { sendPage } from '../http/html-page.ts';
import { isSameOrigin } from '../http/is-same-origin.ts';
import { readBody } from '../http/read-body.ts';
import { requestIdOf } from '../http/request-id.ts';
import { toPublicId } from '../ids.ts';
import type { Networks } from '../networks.ts';
import { findProject } from '../projects/projects.table.ts';
import { bindBrowser, codeVerifierOf, readBrowser } from './browser-binding.ts';
import { bindAttempt, type ConnectAttempt, consumeAttempt, findOpenAttempt } from './connect-attempts.table.ts';
import { brokenPage, confirmPage, connectedPage, failedPage, notPressedHerePage } from './connect-pages.ts';
import { type Connected, type FinishDeps, finishConnect } from './finish-connect.ts';
import { isOpenedForm, openForm } from './form-token.ts';
import { sha256 } from './start-connect.ts';

type Deps = FinishDeps & {
  readonly networks: Networks;
  readonly baseUrl: string;
  /** False: the page is skipped and the link leads straight to the network (single-tenant installations). */
  readonly confirmPage: boolean;
};

const FORM_MAX_BYTES = 1_024;

/** The pages a user passes: confirm, on to the network, back with its answer. */
export function connectRoutes(deps: Deps): Router {
  const router = Router();
  const form = readBody({
    parse: express.urlencoded({ extended: false, limit: FORM_MAX_BYTES }),
    type: 'application/x-www-form-urlencoded',
    maxBytes: FORM_MAX_BYTES,
  });

  router.get('/connect/:token', async (req, res, next) => {
    try {
      const attempt = await findOpenAttempt(deps.db, sha256(req.params.token));
      if (!attempt) return sendPage(res, 400, failedPage('state_invalid'));
      if (!deps.confirmPage) return await goToNetwork(deps, req, res, attempt);
      const project = await findProject(deps.db, attempt.projectId);
      sendPage(
        res,
        200,
        confirmPage({
          token: req.params.token,
          formToken: openForm({ ids: deps.ids, secure: isSecure(deps) }, req, res, req.params.token),
          network: deps.networks.nameOf(attempt.platform),
          projectName: project?.name ?? 'An unknown project',
          redirectUrl: attempt.redirectUrl,
          networkOrigin: networkOrigin(deps, attempt.platform),
        }),
      );
    } catch (error) {
      next(error);
    }
  });

  router.post('/connect/:token', form, async (req, res, next) => {
    try {
      const token = req.params.token as string;
      const attempt = await findOpenAttempt(deps.db, sha256(token));
      if (!attempt) return sendPage(res, 400, failedPage('state_invalid'));
      if (deps.confirmPage && !isPressedOnPage(deps, req, token)) return sendPage(res, 403, notPressedHerePage(token));
      await goToNetwork(deps, req, res, attempt);
    } catch (error) {
      next(error);
    }
  });

  router.get('/oauth/:platform/callback', async (req, res, next) => {
    try {
      const platform = deps.networks.platforms.find((name) => name === req.params.platform);
      const attempt = platform ? await consume(deps, req, platform) : null;
      if (!attempt) return sendPage(res, 400, failedPage('state_invalid'));
      finish(deps, res, attempt, await readCallback(deps, req, attempt));
    } catch (error) {
      next(error);
    }
  });

  const unexpected: ErrorRequestHandler = (err: unknown, _req, res, next) => {
    if (res.headersSent) return next(err);
    // An address that cannot be decoded or a form that is too long: no link of ours.
    if (isClientError(err)) return sendPage(res, 400, failedPage('state_invalid'));
    deps.log.error({ err, requestId: requestIdOf(res) }, 'a connect page failed unexpectedly');
    sendPage(res, isTransient(err) ? 503 : 500, brokenPage(requestIdOf(res)));
  };
  router.use(unexpected);
  return router;
}

/** Express and its parsers mark what the client did wrong with a status from 400 to 499. */
function isClientError(err: unknown): boolean {
  return err instanceof Error && 'status' in err && Number(err.status) >= 400 && Number(err.status) < 500;
}

/** Another site must not send its visitors on: networks skip their consent page for apps they know, and the visitor's account would be the attacker's. */
function isPressedOnPage(deps: Deps, req: Request, token: string): boolean {
  return isSameOrigin(req, new URL(deps.baseUrl).origin) && isOpenedForm({ secure: isSecure(deps) }, req, token);
}

async function goToNetwork(deps: Deps, req: Request, res: Response, attempt: ConnectAttempt): Promise<void> {
  const browser = bindBrowser({ ids: deps.ids, secure: isSecure(deps) }, req, res);
  const state = deps.ids.secret(32).toString('base64url');
  const bound = await bindAttempt(deps.db, attempt.id, { stateSha256: sha256(state), browserSha256: sha256(browser) });
  if (!bound) return sendPage(res, 400, failedPage('state_invalid'));
  const challenge = adapterOf(deps, attempt.platform).connect.pkce
    ? pkceChallenge(codeVerifierOf(browser, state))
    : null;
  res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  res.redirect(303, authorizeUrl(deps, attempt.platform, state, challenge).href);
}

async function consume(deps: Deps, req: Request, platform: OAuthPlatform): Promise<ConnectAttempt | null> {
  const browser = readBrowser({ secure: isSecure(deps) }, req);
  const { state } = req.query;
  if (browser === null || typeof state !== 'string') return null;
  return consumeAttempt(deps.db, { stateSha256: sha256(state), browserSha256: sha256(browser), platform });
}

async function readCallback(deps: Deps, req: Request, attempt: ConnectAttempt): Promise<Connected> {
  const adapter = adapterOf(deps, attempt.platform);
  const query = new URL(req.originalUrl, deps.baseUrl).searchParams;
  const code = query.get('code');
  if (!code) return { ok: false, reason: adapter.connect.readDenial(query) };
  const browser = readBrowser({ secure: isSecure(deps) }, req)!;
  return finishConnect(deps, adapter, attempt, {
    code,
    redirectUri: callbackUrl(deps, attempt.platform),
    codeVerifier: adapter.connect.pkce ? codeVerifierOf(browser, query.get('state')!) : null,
  });
}

/** Sends the user where the caller wanted, with the caller's own query kept; else shows the outcome here. */
function finish(deps: Deps, res: Response, attempt: ConnectAttempt, connected: Connected): void {
  if (attempt.redirectUrl === null) {
    if (connected.ok)
      sendPage(res, 200, connectedPage(deps.networks.nameOf(attempt.platform), connected.account.username));
    else sendPage(res, 400, failedPage(connected.reason));
    return;
  }
  const answer: Record<string, string> = connected.ok
    ? {
        status: 'success',
        accountId: toPublicId('acc', connected.account.id),
        platform: attempt.platform,
        username: connected.account.username,
      }
    : { status: 'error', reason: connected.reason satisfies ConnectFailureReason };
  res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  res.redirect(303, withAnswer(attempt.redirectUrl, answer));
}

/** The caller's address with our answer at its end. Its own query stays as it was written, but for fields that carry our names. */
function withAnswer(redirectUrl: string, answer: Record<string, string>): string {
  const target = new URL(redirectUrl);
  // Only when there is something to delete: that writes the whole query anew, in a form's way of escaping.
  for (const name of Object.keys(answer)) if (target.searchParams.has(name)) target.searchParams.delete(name);
  target.search = [target.search.slice(1), new URLSearchParams(answer).toString()].filter(Boolean).join('&');
  return target.href;
}

function adapterOf(deps: Deps, platform: OAuthPlatform): OAuthAdapter {
  const adapter = deps.networks.adapterOf(platform);
  if (!adapter) throw new Error(`There is no adapter for ${platform}.`);
  return adapter;
}

function authorizeUrl(deps: Deps, platform: OAuthPlatform, state: string, codeChallenge: string | null): URL {
  return adapterOf(deps, platform).connect.authorizeUrl({
    state,
    redirectUri: callbackUrl(deps, platform),
    codeChallenge,
  });
}

/** Where the button of the confirm page leads. The state and challenge of the real press are made when it is pressed. */
function networkOrigin(deps: Deps, platform: OAuthPlatform): string {
  const { pkce } = adapterOf(deps, platform).connect;
  return authorizeUrl(deps, platform, 'not-pressed-yet', pkce ? pkceChallenge('not-pressed-yet') : null).origin;
}

/** The address to register at the network. */
const callbackUrl = (deps: Pick<Deps, 'baseUrl'>, platform: OAuthPlatform): string =>
  `${deps.baseUrl}/oauth/${platform}/callback`;

const isSecure = (deps: Pick<Deps, 'baseUrl'>): boolean => deps.baseUrl.startsWith('https:');
