import type { AccountStatus } from '@fanfare/contract';
import { type Credential, NetworkError, type ProfileRef } from '@fanfare/network';
import { inactiveMessage } from '@fanfare/rules';
import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { KeyRing } from '../../process/key-ring.ts';
import type { Logger } from '../../process/log/log.ts';
import {
  type AccountCredential,
  type AccountFacts,
  findAccountCredentials,
  type RenewalState,
} from './credentials.table.ts';
import { unsealCredential } from './sealed-credential.ts';

export type OpenedCredential =
  | { readonly state: 'open'; readonly credential: Credential; readonly account: ProfileRef }
  /** `reason`: the account's `statusReason`; null when it is gone. */
  | { readonly state: 'not_active'; readonly reason: string | null; readonly message: string }
  /** It could not be opened or renewed, which says nothing about the account. */
  | { readonly state: 'unavailable'; readonly error: NetworkError };

export type Owner = { readonly projectId: string; readonly accountId: string };

/** The stored credential of an active account. */
export type FoundCredential = {
  readonly state: 'found';
  readonly owner: Owner;
  readonly account: AccountFacts;
  readonly credential: Credential;
  readonly version: number;
  readonly renewal: RenewalState;
};

/** Reads an account with its sealed credential; null when there is none. */
export type FindCredential = (owner: Owner) => Promise<AccountCredential | null>;

/** Batches reads, so that targets that start together share statements. */
export const findCredentialsIn = (db: Database): FindCredential =>
  inBatches({
    // Reads wait for no row lock, so all share one key.
    keyOf: () => 'all',
    atOnce: 2,
    send: (owners: readonly Owner[]) => findAccountCredentials(db, owners),
  });

export type ReadCredentialDeps = {
  readonly findCredential: FindCredential;
  readonly keyRing: KeyRing;
  readonly log: Logger;
};

export async function readCredential(
  deps: ReadCredentialDeps,
  owner: Owner,
): Promise<FoundCredential | Exclude<OpenedCredential, { state: 'open' }>> {
  const found = await deps.findCredential(owner);
  if (found?.account.status !== 'active' || !found.credential) {
    return notActive(found?.account.status ?? 'gone', found?.account.statusReason ?? null);
  }
  const { account, credential: stored } = found;
  try {
    const credential = unsealCredential(deps, { ...owner, version: stored.version }, stored);
    const { version, renewAt, failures, token } = stored;
    return { state: 'found', owner, account, credential, version, renewal: { renewAt, failures, token } };
  } catch (err) {
    deps.log.error({ ...owner, keyId: stored.keyId, err }, 'a credential does not open');
    return { state: 'unavailable', error: unopened(err) };
  }
}

export function readyCredential({ account, credential }: FoundCredential): OpenedCredential {
  return { state: 'open', credential, account: toProfileRef(account) };
}

/** The account as its adapter gets it. */
export const toProfileRef = ({ platformUserId, username, hub }: AccountFacts): ProfileRef => ({
  platformUserId,
  username,
  otherIds: [],
  ...(hub && { hub }),
});

export const notActive = (
  status: AccountStatus | 'gone',
  reason: string | null,
): Extract<OpenedCredential, { state: 'not_active' }> => ({
  state: 'not_active',
  reason,
  message: inactiveMessage(status, reason),
});

/** The credential is damaged, or its key is not in ENCRYPTION_KEYS. The account may be valid. */
function unopened(cause: unknown): NetworkError {
  return new NetworkError({
    code: 'internal_error',
    outcome: 'not_sent',
    message: 'The service could not open the credential of this account. Nothing was sent.',
    remedy: 'Connect the account again, and report this to the operator of the installation.',
    operator: true,
    cause,
  });
}
