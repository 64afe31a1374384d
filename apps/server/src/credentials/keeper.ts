import type { Platform } from '@fanfare/contract';
import type { Clock } from '@fanfare/network';
import type { DatabasePool } from '../db/database.ts';
import type { Logger } from '../log.ts';
import type { Networks } from '../networks.ts';
import type { Owner } from './read-credential.ts';
import type { RenewCredential } from './renew-credential.ts';
import { listDueRenewals } from './renewals.table.ts';

/** Of one network in one round; the rest is due in the next. */
const BATCH = 200;
/** Renewals of one network at a time. */
const AT_ONCE = 4;
/** A network that failed this often in a row is left alone for the rest of the round. */
const FAILURES_IN_A_ROW = 3;
/** No renewal is begun later than this in a round: the next round is a minute away. */
const ROUND_MS = 30_000;

type Deps = {
  readonly db: DatabasePool;
  readonly networks: Networks;
  readonly clock: Clock;
  readonly log: Logger;
  readonly renewCredential: RenewCredential;
};

export type Keeper = {
  /** One round: renews what is due, on every network at once, each at its own pace. A second call while one runs is that one. */
  keep(): Promise<void>;
  /** Begins nothing more and waits for what the networks are being asked. */
  stop(): Promise<void>;
};

/**
 * Keeps accounts alive that nobody publishes to: renews credentials at their time and ends accounts whose credential is over. Runs on any number of
 * servers; an account that another one, or a publish, is renewing is left to it.
 */
export function createKeeper(deps: Deps): Keeper {
  let stopped = false;
  let round: Promise<void> | null = null;

  const keepNetwork = async (platform: Platform): Promise<void> => {
    const due = [...(await listDueRenewals(deps.db, platform, new Date(deps.clock.now()), BATCH))];
    const endAt = performance.now() + ROUND_MS;
    let failures = 0;
    let looked = 0;
    const work = async (): Promise<void> => {
      for (let next = due.shift(); next; next = due.shift()) {
        if (stopped || failures >= FAILURES_IN_A_ROW || performance.now() > endAt) return;
        failures = (await isAnswered(deps, next)) ? 0 : failures + 1;
        looked++;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (looked > 0) deps.log.info({ platform, looked, left: due.length }, 'a round of keeping accounts alive');
  };

  return {
    keep() {
      round ??= Promise.all(deps.networks.platforms.map(keepNetwork))
        .then(() => undefined)
        .finally(() => (round = null));
      return round;
    },
    async stop() {
      stopped = true;
      await round?.catch(() => undefined);
    },
  };
}

/** False when the network could not be asked, or failed. One account's trouble stops no other. */
async function isAnswered(deps: Deps, owner: Owner): Promise<boolean> {
  try {
    const renewed = await deps.renewCredential(owner, { for: 'keeping', reject: null });
    return renewed === 'busy' || renewed.postponed !== true;
  } catch (err) {
    deps.log.error({ ...owner, err }, 'keeping an account alive failed unexpectedly');
    return false;
  }
}
