import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '@fanfare/contract';
import type { Clock, Credential, Http } from '@fanfare/network';
import type { Logger } from '../log.ts';
import type { Networks } from '../networks.ts';

type Deps = {
  readonly networks: Pick<Networks, 'adapterOf'>;
  readonly http: Http;
  readonly clock: Clock;
  readonly log: Logger;
};

/** A grant whose last account was disconnected. */
export type EndedGrant = { readonly platform: Platform; readonly credential: Credential };

/** How long an answer waits for the network at most; asking it goes on behind the answer. */
const MAX_WAIT_MS = 2_000;
const ASK_MS = 10_000;

/**
 * Asks the network to end what it had granted, where it can be asked. Best effort: the credential is destroyed here already, so a network that is away or refuses
 * is only logged, and its user can end the grant in its settings. Never throws, and takes two seconds at most.
 */
export async function revokeAtNetwork(deps: Deps, { platform, credential }: EndedGrant): Promise<void> {
  const connect = deps.networks.adapterOf(platform)?.connect;
  if (!connect?.revoke) return;
  const io = { http: deps.http, clock: deps.clock, signal: AbortSignal.timeout(ASK_MS) };
  const asked = connect.revoke(io, credential).then(
    () => deps.log.info({ platform }, 'a grant was revoked at its network'),
    (err: unknown) => deps.log.warn({ platform, err }, 'a grant could not be revoked at its network'),
  );
  const patience = new AbortController();
  await Promise.race([asked, sleep(MAX_WAIT_MS, undefined, { signal: patience.signal }).catch(() => undefined)]);
  patience.abort();
}
