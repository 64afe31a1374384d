import { type Credential, Secret } from '@fanfare/network';
import { NOW } from './make-call.ts';

/** X's answer when it grants everything. */
export const TOKENS = {
  token_type: 'bearer',
  expires_in: 7200,
  access_token: 'new-access',
  scope: 'tweet.read tweet.write users.read media.write offline.access',
  refresh_token: 'new-refresh',
};
/** A credential whose access token has just expired. */
export const credential: Credential = {
  accessToken: new Secret('old-access'),
  refreshToken: new Secret('old-refresh'),
  expiresAt: NOW - 1,
  refreshExpiresAt: null,
  scopes: ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'],
};
/** A credential with its secrets revealed, for comparison. */
export const revealed = (seen: Credential) => ({
  ...seen,
  accessToken: seen.accessToken.reveal(),
  refreshToken: seen.refreshToken?.reveal() ?? null,
});
