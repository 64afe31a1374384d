import { type Deployment, times, withDeployment } from '../deployment.ts';
import { judge } from '../oracle.ts';
import { createRandom } from '../random.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { scheduleMany } from '../schedule-many.ts';
import { percentile } from './duplicates.ts';

/** Longer than any credential of the sandbox lives, and far beyond what `publishAt` allows: nothing may depend on the clocks of the servers. */
const SKEW_MS = 70 * 86_400_000;
const NETWORK_MS = 200;
/** A server's default limits: targets in flight, and concurrent writes of one account. */
const PLACES = 200;
const PLACES_OF_ACCOUNT = 4;
/** How much later than its bulkheads allow the last of many may begin. */
const GRACE_MS = 1_000;
const ACCOUNTS = 20;
/** The scenario changes times behind the servers' backs: each server must sweep once more, every 10 s, before the first is due. */
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
        const { lateMs, writeMs } = await lateness(deployment);
        const p99 = percentile(lateMs, 0.99);
        const violations: string[] = [];
        // Each place handles one write after another, at the speed of its network.
        const places = Math.min(PLACES, ACCOUNTS * PLACES_OF_ACCOUNT);
        const allowedMs = part === 'one second' ? (0.99 * targets * NETWORK_MS) / places : 0;
        if (!isSkewed && p99 > allowedMs + GRACE_MS)
          violations.push(
            `p99 of the starts is ${Math.round(p99)} ms, allowed are ${Math.round(allowedMs)} + ${GRACE_MS} ms`,
          );
        if (judgement.published !== targets) violations.push(`${judgement.published} of ${targets} were published`);
        const allowed = isSkewed
          ? ''
          : `; ${places} places allow ${Math.round(allowedMs)} ms, a write took ${Math.round(writeMs)} ms`;
        const notes = `starts: p50 ${Math.round(percentile(lateMs, 0.5))} ms, p99 ${Math.round(p99)} ms${allowed}`;
        const what = { scenario: 'on-time', label: part, seed: options.seed, startedAt };
        return toRunResult({ ...what, fleet: fleet.counts, judgement, violations, notes });
      },
    );
  },
};

/** Makes what was scheduled far ahead due in so many milliseconds, on the database's clock. */
async function shiftDue({ world }: Deployment, inMs: () => number): Promise<void> {
  const rows = await world.postgres.query<{ id: string }>(`select id from targets`);
  await world.postgres.query(
    `update targets t set run_at = now() + make_interval(secs => d.ms / 1000.0)
     from unnest($1::uuid[], $2::int[]) as d(id, ms) where t.id = d.id`,
    [rows.map(({ id }) => id), rows.map(inMs)],
  );
}

/**
 * How late each run began (its deadline was set when it began, so the deadline gives that time), and how long a write occupied its place on average: from its
 * intent to its end in the journal.
 */
async function lateness({ world }: Deployment): Promise<{ lateMs: number[]; writeMs: number }> {
  const rows = await world.postgres.query<{ late_ms: number }>(
    `select extract(epoch from begun - run_at)::float8 * 1000 as late_ms
     from (select *, deadline_at - make_interval(secs => budget_seconds) as begun from targets) t where begun is not null`,
  );
  const [write] = await world.postgres.query<{ ms: number }>(
    `select extract(epoch from avg(resolved_at - intended_at))::float8 * 1000 as ms from write_intents where kind = 'publish'`,
  );
  return { lateMs: rows.map((row) => row.late_ms), writeMs: write!.ms };
}
