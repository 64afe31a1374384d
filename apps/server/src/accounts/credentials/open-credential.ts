import type { Clock } from '@fanfare/network';
import { retryTransient } from '../../db/retry-transient.ts';
import { mustRenew, type Rejection } from './must-renew.ts';
import {
  type OpenedCredential,
  type Owner,
  type ReadCredentialDeps,
  readCredential,
  readyCredential,
} from './read-credential.ts';
import type { RenewCredential } from './renew-credential.ts';

export type { Rejection } from './must-renew.ts';
export type { OpenedCredential } from './read-credential.ts';

/**
 * Opens the credential for a call to the network. `reject` names one that the network just refused:
 * it is renewed or, if that is definitely impossible, its account becomes `expired` or `revoked`.
 */
export type OpenCredential = (
  owner: Owner,
  options: { readonly reject: Rejection | null },
) => Promise<OpenedCredential>;

type Deps = ReadCredentialDeps & {
  readonly clock: Clock;
  readonly renewCredential: RenewCredential;
};

/** Opens credentials with one batched statement; a renewal takes more. Keeps nothing. */
export function createOpenCredential(deps: Deps): OpenCredential {
  return async (owner, { reject }) => {
    const found = await retryTransient(() => readCredential(deps, owner));
    if (found.state !== 'found') return found;
    const purpose = { for: 'use', reject } as const;
    if (!mustRenew(found, purpose, deps.clock.now())) return readyCredential(found);
    const renewed = await deps.renewCredential(owner, purpose);
    if (renewed === 'busy') throw new Error('A renewal for use waits for its lock.');
    return renewed;
  };
}
