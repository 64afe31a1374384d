import {
  authorizeUrl,
  NetworkError,
  type NetworkIo,
  type OAuthConnect,
  readDenial,
  type Secret,
} from '@fanfare/network';
import {
  callGraph,
  exchangeCode,
  type Graph,
  missingPermissions,
  permissionRefusal,
  refreshLongLived,
  repeatGraph,
  type TokenApp,
  toLongLived,
} from '@fanfare/network-meta';
import { REQUIRED_SCOPES, THREADS_DEFAULTS, type ThreadsConfig, versionedGraph } from './config.ts';
import { debugTokenSchema, profileSchema } from './wire.ts';

/**
 * Scopes the user really granted, or null where Threads does not list them. A token may inspect
 * itself. An API without this endpoint (it exists since 2025-06-04) must not stop a connect; a
 * passing fault must, since the answer decides what is stored.
 */
async function grantedScopes(io: NetworkIo, graph: Graph, token: Secret): Promise<readonly string[] | null> {
  const params = { input_token: token.reveal() };
  try {
    const { data } = await repeatGraph(io, () =>
      callGraph(io, graph, {
        method: 'GET',
        path: 'debug_token',
        params,
        token,
        effect: 'read',
        answer: debugTokenSchema,
      }),
    );
    if (data.is_valid) return data.scopes ?? null;
  } catch (error) {
    if (error instanceof NetworkError && error.code === 'content_rejected') return null;
    throw error;
  }
  throw new NetworkError({
    code: 'credential_rejected',
    outcome: 'rejected',
    message: 'Threads says that the token it just issued is not valid.',
    remedy: 'Start the connect flow again.',
    credential: 'expired',
  });
}

/** The hosted OAuth flow of the Threads API; any Threads profile can connect. */
export function createConnect(config: ThreadsConfig): OAuthConnect {
  const scopes = config.scopes ?? THREADS_DEFAULTS.scopes;
  const tokens: Graph = { network: 'Threads', baseUrl: config.graphUrl };
  const app: TokenApp = {
    codes: tokens,
    tokens,
    grants: { exchange: 'th_exchange_token', refresh: 'th_refresh_token' },
    clientId: config.clientId,
    clientSecret: config.clientSecret,
  };
  const graph = versionedGraph(config);

  return {
    pkce: false,
    authorizeUrl: ({ state, redirectUri }) =>
      authorizeUrl({
        page: `${config.wwwUrl}/oauth/authorize`,
        clientId: config.clientId,
        redirectUri,
        state,
        scope: scopes.join(','),
      }),
    readDenial,
    async exchange(io, input) {
      const { token, permissions } = await exchangeCode(io, app, input);
      const longLived = await toLongLived(io, app, token);
      const granted = permissions ?? (await grantedScopes(io, graph, longLived.accessToken));
      // A network that names no permissions grants what was asked for (RFC 6749, section 5.1).
      return { ...longLived, refreshToken: null, refreshExpiresAt: null, scopes: granted ?? scopes };
    },
    async profiles(io, credential) {
      const missing = missingPermissions('Threads', REQUIRED_SCOPES, credential);
      if (missing) return missing;
      try {
        const me = await repeatGraph(io, () =>
          callGraph(io, graph, {
            method: 'GET',
            path: 'me',
            params: { fields: 'id,username' },
            token: credential.accessToken,
            effect: 'read',
            answer: profileSchema,
          }),
        );
        return { ok: true, profiles: [{ platformUserId: me.id, username: me.username, otherIds: [] }] };
      } catch (error) {
        const refused = permissionRefusal('Threads', error);
        if (refused) return refused;
        throw error;
      }
    },
    refresh: (io, credential) => refreshLongLived(io, app, credential),
  };
}
