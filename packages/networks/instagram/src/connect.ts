import { authorizeUrl, NetworkError, type OAuthConnect, type ProfilesAnswer, readDenial } from '@fanfare/network';
import {
  callGraph,
  exchangeCode,
  missingPermissions,
  permissionRefusal,
  refreshLongLived,
  repeatGraph,
  type TokenApp,
  toLongLived,
} from '@fanfare/network-meta';
import { INSTAGRAM_DEFAULTS, type InstagramConfig, REQUIRED_SCOPES, versionedGraph } from './config.ts';
import { profileAnswerSchema } from './wire.ts';

/** `BUSINESS`, or a creator's `MEDIA_CREATOR`, in any case. Meta, get started, 2026-10. */
const PROFESSIONAL = ['BUSINESS', 'MEDIA_CREATOR', 'CREATOR'];

/** The error of a personal account instead of a profile. */
const PERSONAL_ACCOUNT = 'The user is not an Instagram Business';

const notEligible: ProfilesAnswer = {
  ok: false,
  reason: 'account_not_eligible',
  message:
    'Instagram lets apps publish to professional accounts only. Switch the account to Business or Creator in the Instagram app, then connect again.',
};

/** The hosted OAuth flow of Instagram API with Instagram Login; no Facebook Page is needed. */
export function createConnect(config: InstagramConfig): OAuthConnect {
  const scopes = config.scopes ?? INSTAGRAM_DEFAULTS.scopes;
  const app: TokenApp = {
    codes: { network: 'Instagram', baseUrl: config.apiUrl },
    tokens: { network: 'Instagram', baseUrl: config.graphUrl },
    grants: { exchange: 'ig_exchange_token', refresh: 'ig_refresh_token' },
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
      // An answer that names no permissions grants what was asked for (RFC 6749, section 5.1).
      return { ...longLived, refreshToken: null, refreshExpiresAt: null, scopes: permissions ?? scopes };
    },
    async profiles(io, credential) {
      const missing = missingPermissions('Instagram', REQUIRED_SCOPES, credential);
      if (missing) return missing;
      try {
        const me = await repeatGraph(io, () =>
          callGraph(io, graph, {
            method: 'GET',
            path: 'me',
            params: { fields: 'id,user_id,username,account_type' },
            token: credential.accessToken,
            effect: 'read',
            answer: profileAnswerSchema,
          }),
        );
        const professional = me.account_type === undefined || PROFESSIONAL.includes(me.account_type.toUpperCase());
        if (!professional || me.user_id === undefined) return notEligible;
        const profile = { platformUserId: me.user_id, username: me.username, otherIds: [me.id] };
        return { ok: true, profiles: [profile] };
      } catch (error) {
        if (error instanceof NetworkError && error.facts.networkMessage?.includes(PERSONAL_ACCOUNT)) return notEligible;
        const refused = permissionRefusal('Instagram', error);
        if (refused) return refused;
        throw error;
      }
    },
    refresh: (io, credential) => refreshLongLived(io, app, credential),
  };
}
