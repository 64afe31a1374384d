import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import { awaitKeyChange } from '../callers/key-trust.ts';
import type { DatabasePool } from '../db/database.ts';
import type { ClientLimit } from '../http/client-limit.ts';
import { handled } from '../http/handled.ts';
import { noStore } from '../http/no-store.ts';
import { sha256 } from '../http/sha256.ts';
import { fieldOf, readSignInForm } from '../people/sign-in/browser-form.ts';
import type { Ids } from '../process/ids.ts';
import { revokeApp } from './apps.table.ts';
import { type OAuthError, sendOAuthError } from './oauth-error.ts';
import { isOwnResource } from './resource.ts';
import { lockToken } from './tokens.table.ts';
import { type Traded, tradeCode } from './trade-code.ts';
import { tradeRefreshToken } from './trade-refresh-token.ts';

export type TokenDeps = {
  readonly db: DatabasePool;
  readonly ids: Ids;
  readonly baseUrl: string;
  /** Counts refused requests per client address. */
  readonly refusals: ClientLimit;
};

export const TOKEN_PATH = '/oauth/token';
export const REVOKE_PATH = '/oauth/revoke';

/**
 * Token endpoint (RFC 6749, 3.2) and revocation endpoint (RFC 7009), for clients without a secret.
 */
export function tokenRoutes(deps: TokenDeps): Router {
  const router = Router();
  const form = readSignInForm();

  router.post(
    TOKEN_PATH,
    noStore,
    form,
    handled(async (req, res) => {
      const traded = await trade(deps, req);
      if (traded.ok) return void res.json(traded.tokens);
      refuse(deps, req, res, traded.error);
    }),
  );

  router.post(
    REVOKE_PATH,
    noStore,
    form,
    handled(async (req, res) => {
      const [token, clientId] = [fieldOf(req, 'token'), fieldOf(req, 'client_id')];
      if (token === '' || clientId === '') return refuse(deps, req, res, missing('token and client_id are required.'));
      // A token that is unknown, or of another client, needs no revocation (RFC 7009, 2.2).
      if (await revokeToken(deps, token, clientId)) await awaitKeyChange();
      res.json({});
    }),
  );

  const paths: readonly string[] = [TOKEN_PATH, REVOKE_PATH];
  router.all([...paths], ((_req, res) => {
    res.set('Allow', 'POST');
    sendOAuthError(res, { ...missing('This address takes POST.'), status: 405 });
  }) satisfies RequestHandler);

  const unread: ErrorRequestHandler = (err: unknown, req, res, next) => {
    const isOfClient = err instanceof Error && 'status' in err && Number(err.status) >= 400 && Number(err.status) < 500;
    if (res.headersSent || !isOfClient || !paths.includes(req.path)) return next(err);
    sendOAuthError(res, missing('The body must be a form of at most 16 KiB.'));
  };
  router.use(unread);
  return router;
}

const missing = (description: string): OAuthError => ({ error: 'invalid_request', description });

async function trade(deps: TokenDeps, req: Request): Promise<Traded> {
  const of = (name: string): string => fieldOf(req, name);
  const fail = (error: OAuthError): Traded => ({ ok: false, error });
  const clientId = of('client_id');
  const resource = of('resource');
  if (resource !== '' && !isOwnResource(deps.baseUrl, resource))
    return fail({ error: 'invalid_target', description: 'resource is not an address of this service.' });
  switch (of('grant_type')) {
    case 'authorization_code': {
      const [code, redirectUri, verifier] = [of('code'), of('redirect_uri'), of('code_verifier')];
      if ([clientId, code, redirectUri, verifier].includes(''))
        return fail(missing('client_id, code, redirect_uri and code_verifier are required, each once.'));
      return tradeCode(deps, { code, clientId, redirectUri, verifier });
    }
    case 'refresh_token': {
      const refreshToken = of('refresh_token');
      if (clientId === '' || refreshToken === '')
        return fail(missing('client_id and refresh_token are required, each once.'));
      return tradeRefreshToken(deps, { refreshToken, clientId, scope: of('scope') || null });
    }
    case '':
      return fail(missing('grant_type is required, once, in a form.'));
    default:
      return fail({
        error: 'unsupported_grant_type',
        description: 'grant_type must be authorization_code or refresh_token.',
      });
  }
}

/** Ends the app of a token. Returns false when the client has no such token. */
function revokeToken({ db }: TokenDeps, text: string, clientId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const token = await lockToken(tx, sha256(text));
    return token?.oauthClient === clientId && (await revokeApp(tx, token.projectId, token.keyId));
  });
}

/** Refuses a request. An address with too many of them waits. */
function refuse({ refusals }: TokenDeps, req: Request, res: Response, error: OAuthError): void {
  const tooMany = refusals.count(req.ip ?? '');
  const retryAfterSeconds = Number(tooMany?.headers?.['Retry-After'] ?? 60);
  sendOAuthError(res, tooMany ? { ...missing(tooMany.message), status: 429, retryAfterSeconds } : error);
}
