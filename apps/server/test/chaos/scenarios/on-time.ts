import { type Deployment, times, withDeployment } from '../deployment.ts';
import { judge } from '../oracle.ts';
import { createRandom } from '../random.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { scheduleMany } from '../schedule-many.ts';
import { POINTS_OF_A_PLACE, type UseOfPlaces, useOfPlaces } from '../use-of-places.ts';
import { percentile } from './duplicates.ts';

/**
 * Longer than any credential of the sandbox lives, and far beyond what `publishAt` allows: nothing
 * may depend on the clocks of the servers.
 */
const SKEW_MS = 70 * 86_400_000;
const NETWORK_MS = 200;
/** A server's default: concurrent writes of one account. */
const PLACES_OF_ACCOUNT = 4;
/**
 * Time within which a target that has a place begins. The delay of the last of many depends on the
 * machine: `pnpm bench due-10k`.
 */
const GRACE_MS = 1_000;
/** While more is due than there are places, so much of them is in use. */
const SHARE_IN_USE = 0.97;
const ACCOUNTS = 20;
/**
 * The scenario changes times behind the servers' backs: each server must sweep once more, every 10
 * s, before the first is due.
 */
const DUE_IN_MS = 12_000;

/** Due work is taken once, at its second, whatever the clocks of the servers say. */
export const onTime: Scenario = {
  name: 'on-time',
  about: 'thousands due in one second, at random seconds, and with clocks months apart (--targets)',
  parts: ['skewed clocks', 'one second', 'random seconds'],
  async run(part, options) {
    const random = createRandom(options.seed);
    const startedAt = Date.now();
    const targets = options.targets ?? (part === 'random seconds' ? 100 : 10_000);
    const skews = [SKEW_MS, 0, -SKEW_MS, 2 * 3_600_000];
    const isSkewed = part === 'skewed clocks';
    const servers = isSkewed ? (options.servers ?? 4) : 1;
    const serverOptions = (index: number) => ({
      clockSkewMs: isSkewed ? skews[index % skews.length]! : 0,
      // As in production, except for the sweep interval: nothing may depend on it.
      timings: { leaseSeconds: 20, heartbeatMs: 5_000, sweepMs: 10_000 },
      waitScale: 1,
      timeoutScale: 1,
      recordedPoints: part === 'one second' ? POINTS_OF_A_PLACE : [],
    });
    // Instagram requires a picture.
    const networks = isSkewed ? times(20, ['threads', 'x', 'linkedin'] as const) : times(ACCOUNTS, ['x'] as const);
    // A server's default pool size.
    const environment = { DATABASE_POOL: '20' };
    return withDeployment(
      { servers, mutants: options.mutants, networks, serverOptions, environment, isTimed: !isSkewed },
      async (deployment) => {
        const { world, fleet } = deployment;
        if (!isSkewed) {
          const late = { network: 'x', role: 'api', method: 'POST', path: '^/2/tweets$' } as const;
          await world.sandbox.fail({ ...late, action: 'delay_after', delayMs: NETWORK_MS, times: 1_000_000 });
        }
        const requested = await scheduleMany(deployment, { targets, progress: options.progress });
        await shiftDue(
          deployment,
          part === 'random seconds' ? () => DUE_IN_MS + random.whole(0, 30_000) : () => DUE_IN_MS,
        );
        const judgement = await judge(world, fleet, { requested, boundMs: 600_000, lingerMs: 1_000 });
        const violations: string[] = [];
        if (judgement.published !== targets) violations.push(`${judgement.published} of ${targets} were published`);
        const lateMs = await lateness(deployment);
        const [p1, p50, p99] = [0.01, 0.5, 0.99].map((share) => Math.round(percentile(lateMs, share)));
        let notes = `starts: p1 ${p1} ms, p50 ${p50} ms, p99 ${p99} ms`;
        if (part === 'random seconds' && p99! > GRACE_MS)
          violations.push(`p99 of the starts is ${p99} ms, allowed are ${GRACE_MS} ms`);
        if (part === 'one second') {
          if (p1! > GRACE_MS) violations.push(`p1 of the starts is ${p1} ms, allowed are ${GRACE_MS} ms`);
          const { share, writeMs } = await placesInUse(deployment);
          if (share < SHARE_IN_USE)
            violations.push(`${percent(share)} of the places were in use, ${percent(SHARE_IN_USE)} are required`);
          const idealMs = (0.99 * targets * NETWORK_MS) / (ACCOUNTS * PLACES_OF_ACCOUNT);
          notes += `, ${(p99! / idealMs).toFixed(2)} times the ${Math.round(idealMs)} ms of a network of ${NETWORK_MS} ms; ${percent(share)} of the places in use, ${Math.round(writeMs)} ms for a write`;
        }
        const what = { scenario: 'on-time', label: part, seed: options.seed, startedAt };
        return toRunResult({ ...what, fleet: fleet.counts, judgement, violations, notes });
      },
    );
  },
};

/**
 * Makes what was scheduled far ahead due in so many milliseconds, on the database's clock. The
 * update moves rows to whichever page has room, so `cluster` puts them back in the order in which
 * they were scheduled: claims read rows of one instant in that order.
 */
async function shiftDue({ world }: Deployment, inMs: () => number): Promise<void> {
  const rows = await world.postgres.query<{ id: string }>(`select id from targets`);
  await world.postgres.query(
    `update targets t set run_at = now() + make_interval(secs => d.ms / 1000.0)
     from unnest($1::uuid[], $2::int[]) as d(id, ms) where t.id = d.id`,
    [rows.map(({ id }) => id), rows.map(inMs)],
  );
  await world.postgres.query('cluster targets using targets_pkey');
}

/**
 * Returns the delay with which each run began: its deadline was set when it began, so the deadline
 * gives that time.
 */
async function lateness({ world }: Deployment): Promise<number[]> {
  const rows = await world.postgres.query<{ late_ms: number }>(
    `select extract(epoch from begun - run_at)::float8 * 1000 as late_ms
     from (select *, deadline_at - make_interval(secs => budget_seconds) as begun from targets) t where begun is not null`,
  );
  return rows.map((row) => row.late_ms);
}

async function placesInUse({ world, fleet }: Deployment): Promise<UseOfPlaces> {
  const rows = await world.postgres.query<{ id: string; account_id: string }>(`select id, account_id from targets`);
  const accounts = new Map(rows.map(({ id, account_id }) => [id, account_id]));
  return useOfPlaces(await fleet.passes(0), (targetId) => accounts.get(targetId)!, PLACES_OF_ACCOUNT);
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
