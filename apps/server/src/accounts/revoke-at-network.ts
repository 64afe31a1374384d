import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '@fanfare/contract';
import { type Clock, type Credential, type Http, isOwnMistake, type ProfileRef } from '@fanfare/network';
import type { Networks } from '../config/networks.ts';
import type { Logger } from '../log/log.ts';

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

/** How long the answer waits for the network. The call goes on after that, up to its own timeout. */
const MAX_WAIT_MS = 2_000;
const CALL_TIMEOUT_MS = 10_000;

/**
 * Revokes a grant at its network, where the network offers that. Best effort: the credential is destroyed here already, so a failure is only logged, and the
 * user can revoke the grant in the network's settings. Never throws, and takes two seconds at most.
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
  const wait = new AbortController();
  await Promise.race([revoked, sleep(MAX_WAIT_MS, undefined, { signal: wait.signal }).catch(() => undefined)]);
  wait.abort();
}
