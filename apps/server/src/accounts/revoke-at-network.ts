import type { Platform } from '@fanfare/contract';
import { type Clock, type Credential, type Http, isOwnMistake, type ProfileRef } from '@fanfare/network';
import type { Networks } from '../config/networks.ts';
import { endsWithin } from '../process/ends-within.ts';
import type { Logger } from '../process/log/log.ts';

export type RevokeDeps = {
  readonly networks: Pick<Networks, 'adapterOf'>;
  readonly http: Http;
  readonly clock: Clock;
  readonly log: Logger;
};

/** A grant whose last account was disconnected. */
export type EndedGrant = {
  readonly platform: Platform;
  readonly account: ProfileRef;
  readonly credential: Credential;
};

/** Wait for the network. The call continues after it, up to its own timeout. */
const MAX_WAIT_MS = 2_000;
const CALL_TIMEOUT_MS = 10_000;

/**
 * Revokes a grant at its network, if the network offers that. Best effort: a failure is logged, as
 * the credential is destroyed here already. Never throws, and takes two seconds at most.
 */
export async function revokeAtNetwork(deps: RevokeDeps, { platform, account, credential }: EndedGrant): Promise<void> {
  const adapter = deps.networks.adapterOf(platform);
  if (!adapter?.revoke) return;
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const revoked = adapter.revoke({ http: deps.http, clock: deps.clock, signal, account, credential }).then(
    () => deps.log.info({ platform }, 'a grant was revoked at its network'),
    (err: unknown) =>
      deps.log[isOwnMistake(err) ? 'error' : 'warn']({ platform, err }, 'a grant could not be revoked at its network'),
  );
  await endsWithin(MAX_WAIT_MS, revoked);
}
