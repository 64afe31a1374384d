import { type Credential, NetworkError, type ProfileRef, Secret } from '@fanfare/network';
import { INSTAGRAM_DEFAULTS } from '@fanfare/network-instagram';
import { LINKEDIN_PAGE_SCOPES } from '@fanfare/network-linkedin';
import { THREADS_DEFAULTS } from '@fanfare/network-threads';
import { X_DEFAULTS } from '@fanfare/network-x';
import type { OpenCredential, OpenedCredential } from '../../../src/accounts/credentials/open-credential.ts';
import type { ModelRows } from './model-rows.ts';
import type { NetworkKind, RenewalFault } from './scenario.ts';

/** One account per network; all targets of a network share it. */
export const ACCOUNTS: Readonly<Record<NetworkKind, ProfileRef>> = {
  instagram: { platformUserId: '17841400000000001', username: 'ana', otherIds: [] },
  x: { platformUserId: '42', username: 'ana', otherIds: [] },
  page: { platformUserId: 'organization:77', username: 'ana-page', otherIds: [] },
  member: { platformUserId: 'm3mber', username: 'ana', otherIds: [] },
  slug: { platformUserId: 'blog', username: 'ana', otherIds: [] },
};

/** The union of the networks' scopes. */
const SCOPES = [INSTAGRAM_DEFAULTS, THREADS_DEFAULTS, X_DEFAULTS]
  .flatMap(({ scopes }): readonly string[] => scopes)
  .concat(LINKEDIN_PAGE_SCOPES);

/** The current token of an account; a new one with every renewal. */
export type Tokens = Map<string, number>;

/**
 * Models `open-credential.ts` without encryption: renews a refused credential, and expires an
 * account whose credential is refused for good.
 */
export function createModelOpenCredential(deps: {
  readonly rows: ModelRows;
  readonly tokens: Tokens;
  readonly step: <T>(name: string, effect: () => T) => Promise<T>;
  readonly fault: () => RenewalFault;
}): OpenCredential {
  return ({ accountId }, { reject }) =>
    deps.step(reject ? 'renews the credential' : 'opens the credential', (): OpenedCredential => {
      const account = deps.rows.accounts.get(accountId);
      if (account?.status !== 'active')
        return { state: 'not_active', reason: null, message: 'The account is not active.' };
      const version = deps.tokens.get(accountId) ?? 1;
      const profile = ACCOUNTS[accountId as NetworkKind];
      const current = { state: 'open', credential: credentialOf(version), account: profile } as const;
      if (!reject || reject.credential.accessToken.reveal() !== current.credential.accessToken.reveal()) return current;

      const fault = deps.fault();
      if (fault === 'throws') throw new Error('The credential does not open.');
      if (fault === 'unavailable') return { state: 'unavailable', error: unavailable() };
      if (fault === 'refused' || reject.renewed) {
        account.status = 'expired';
        return { state: 'not_active', reason: 'refresh_rejected', message: 'The account is expired.' };
      }
      deps.tokens.set(accountId, version + 1);
      return { ...current, credential: credentialOf(version + 1) };
    });
}

const credentialOf = (version: number): Credential => ({
  accessToken: new Secret(`token-${version}`),
  refreshToken: null,
  expiresAt: null,
  refreshExpiresAt: null,
  scopes: SCOPES,
});

const unavailable = (): NetworkError =>
  new NetworkError({ code: 'network_unavailable', outcome: 'not_sent', message: 'No new credential for now.' });
