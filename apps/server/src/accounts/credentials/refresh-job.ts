import type { Platform } from '@fanfare/contract';
import type { Clock } from '@fanfare/network';
import type { Networks } from '../../config/networks.ts';
import type { DatabasePool } from '../../db/database.ts';
import { emitExpiring } from '../../events/expiring-accounts.table.ts';
import type { Logger } from '../../process/log/log.ts';
import type { Owner } from './read-credential.ts';
import type { RenewCredential } from './renew-credential.ts';
import { listDueRenewals } from './renewals.table.ts';

/** Credentials of one network per run; the rest stays due. */
const BATCH = 200;
/** Concurrent renewals per network. */
const CONCURRENCY = 4;
/** This many consecutive failures end a network's run. */
const MAX_CONSECUTIVE_FAILURES = 3;
/** No renewal starts later than this in a run; the next run is a minute away. */
const RUN_MS = 30_000;
/** Callers hear this long before its end of a credential that cannot be renewed. */
const WARN_AHEAD_MS = 7 * 86_400_000;

type Deps = {
  readonly db: DatabasePool;
  readonly networks: Networks;
  readonly clock: Clock;
  readonly log: Logger;
  readonly renewCredential: RenewCredential;
};

/**
 * Renews due credentials on all networks concurrently, expires accounts whose credential has ended,
 * and reports those whose credential ends soon. Skips an account that another server, or a publish,
 * is renewing. Starts no renewal once `stopping` is aborted.
 */
export async function renewDueCredentials(deps: Deps, stopping: AbortSignal): Promise<void> {
  await Promise.all(deps.networks.platforms.map((platform) => refreshNetwork(deps, platform, stopping)));
  await emitExpiring(deps.db, new Date(deps.clock.now() + WARN_AHEAD_MS));
}

async function refreshNetwork(deps: Deps, platform: Platform, stopping: AbortSignal): Promise<void> {
  const due = [...(await listDueRenewals(deps.db, platform, new Date(deps.clock.now()), BATCH))];
  const endAt = performance.now() + RUN_MS;
  let failures = 0;
  let attempted = 0;
  const work = async (): Promise<void> => {
    for (let next = due.shift(); next; next = due.shift()) {
      if (stopping.aborted || failures >= MAX_CONSECUTIVE_FAILURES || performance.now() > endAt) return;
      failures = (await renew(deps, next)) ? 0 : failures + 1;
      attempted++;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  if (attempted > 0) deps.log.info({ platform, looked: attempted, left: due.length }, 'background token refresh ran');
}

/** Renews one account. False when the network failed or was not asked. Never throws. */
async function renew(deps: Deps, owner: Owner): Promise<boolean> {
  try {
    const renewed = await deps.renewCredential(owner, { for: 'background', reject: null });
    return renewed === 'busy' || renewed.postponed !== true;
  } catch (err) {
    deps.log.error({ ...owner, err }, 'background token refresh of an account failed unexpectedly');
    return false;
  }
}
