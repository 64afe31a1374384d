import { type Credential, NetworkError, type NetworkIo, Secret } from '@fanfare/network';
import { callGraph, type Graph } from './graph.ts';
import { repeatGraph } from './repeat-graph.ts';
import { codeGrantAnswerSchema, longLivedSchema } from './wire.ts';

/** One product's app registration and the unversioned places of its token endpoints. */
export type TokenApp = {
  /** `api.instagram.com` for Instagram; Threads trades codes on its Graph host. */
  readonly codes: Graph;
  readonly tokens: Graph;
  readonly grants: { readonly exchange: string; readonly refresh: string };
  readonly clientId: string;
  readonly clientSecret: Secret;
};

const TOKEN_TIMEOUT_MS = 10_000;

/**
 * A refresh is defined only for tokens at least 24 h old. A new one lives "about" 5,183,944 s; an
 * hour allows for shorter lives. Meta, long-lived tokens, checked 2026-10.
 */
const REMAINING_WHEN_SURELY_A_DAY_OLD_MS = (5_183_944 - 86_400 - 3_600) * 1000;

/** Codes of token endpoints: elsewhere some of them blame a post's content. */
async function tokenCall<T>(graph: Graph, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof NetworkError) || error.code !== 'content_rejected') throw error;
    const message = `${graph.network} refused the token call.`;
    throw new NetworkError({ ...error.facts, code: 'internal_error', message, remedy: undefined, operator: true });
  }
}

/**
 * Trades the authorization code for a short-lived token (1 h). Sent once: a code is single use, so
 * after a lost answer the user starts again. `permissions` is null where the network does not list
 * them. Throws NetworkError.
 */
export async function exchangeCode(
  io: NetworkIo,
  app: TokenApp,
  input: { readonly code: string; readonly redirectUri: string },
): Promise<{ readonly token: Secret; readonly permissions: readonly string[] | null }> {
  const grant = await tokenCall(app.codes, () =>
    callGraph(io, app.codes, {
      method: 'POST',
      path: 'oauth/access_token',
      params: {
        client_id: app.clientId,
        client_secret: app.clientSecret.reveal(),
        grant_type: 'authorization_code',
        redirect_uri: input.redirectUri,
        // The redirect ends in the fragment `#_`, which some front ends hand on as part of the
        // code.
        code: input.code.replace(/#_$/, ''),
      },
      token: null,
      effect: 'hidden',
      timeoutMs: TOKEN_TIMEOUT_MS,
      answer: codeGrantAnswerSchema,
    }),
  );
  return { token: new Secret(grant.access_token), permissions: grant.permissions ?? null };
}

const longLived = async (
  io: NetworkIo,
  app: TokenApp,
  path: string,
  params: Readonly<Record<string, string>>,
  token: Secret,
): Promise<Pick<Credential, 'accessToken' | 'expiresAt'>> => {
  const answer = await tokenCall(app.tokens, () =>
    repeatGraph(io, () =>
      callGraph(io, app.tokens, {
        method: 'GET',
        path,
        params,
        token,
        effect: 'hidden',
        timeoutMs: TOKEN_TIMEOUT_MS,
        answer: longLivedSchema,
      }),
    ),
  );
  return { accessToken: new Secret(answer.access_token), expiresAt: io.clock.now() + answer.expires_in * 1000 };
};

/** Trades a short-lived token for one of about 60 days. Throws NetworkError. */
export function toLongLived(
  io: NetworkIo,
  app: TokenApp,
  token: Secret,
): Promise<Pick<Credential, 'accessToken' | 'expiresAt'>> {
  const params = { grant_type: app.grants.exchange, client_secret: app.clientSecret.reveal() };
  return longLived(io, app, 'access_token', params, token);
}

/** Only errors of a token (190, 102) end it. Any other answer leaves it as it is. */
function definiteOnly(network: string, error: unknown): unknown {
  if (!(error instanceof NetworkError) || error.code !== 'credential_rejected' || error.facts.credential) return error;
  const message = `${network} did not renew the access token, without saying that it has ended.`;
  return new NetworkError({ ...error.facts, code: 'network_unavailable', message, remedy: undefined });
}

/**
 * Extends a long-lived token to about 60 days again; what comes back may be the same token or
 * another one. Under 24 h of age it is returned unchanged without a call: what the network answers
 * then is not documented. After its end a token cannot be refreshed. Throws NetworkError,
 * `credential_rejected` for a definite refusal only.
 */
export async function refreshLongLived(io: NetworkIo, app: TokenApp, credential: Credential): Promise<Credential> {
  const remainingMs = credential.expiresAt === null ? 0 : credential.expiresAt - io.clock.now();
  if (remainingMs > REMAINING_WHEN_SURELY_A_DAY_OLD_MS) return credential;
  const params = { grant_type: app.grants.refresh };
  try {
    return { ...credential, ...(await longLived(io, app, 'refresh_access_token', params, credential.accessToken)) };
  } catch (error) {
    throw definiteOnly(app.tokens.network, error);
  }
}
