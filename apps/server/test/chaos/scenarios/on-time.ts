import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../src/dev/free-port.ts';
import { judge } from '../oracle.ts';
import { createRandom } from '../random.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { scheduleMany } from '../schedule-many.ts';
import { onStage, type Stage, times } from '../stage.ts';
import { percentile } from './duplicates.ts';

const SKEW_MS = 10 * 60_000;
const NETWORK_MS = 200;
/** Targets a server runs at once by default, and the share of them that counts as all: a place that was left is taken again with the next claim, which waits its turn on a busy machine. */
const PLACES = 200;
const FULL = 0.7;
/** Accounts, so that no account's own limit of 4 writes at a time is what a full server waits for. */
const ACCOUNTS = 60;

/** Work that falls due is taken once, at its second, whatever the clocks of the servers say. */
export const onTime: Scenario = {
  name: 'on-time',
  about: 'thousands due in one second, at random seconds, and with clocks 10 minutes apart (--targets)',
  parts: ['skewed clocks', 'one second', 'random seconds'],
  async run(part, options) {
    const random = createRandom(options.seed);
    const startedAt = Date.now();
    const targets = options.targets ?? (part === 'random seconds' ? 100 : 10_000);
    const skews = [0, SKEW_MS, -SKEW_MS, SKEW_MS];
    const isSkewed = part === 'skewed clocks';
    const servers = isSkewed ? (options.servers ?? 4) : 1;
    const orders = (index: number) => ({
      clockSkewMs: isSkewed ? skews[index % skews.length]! : 0,
      // As in production, but for the pace of the sweeps: nothing may hang on them.
      timings: { leaseSeconds: 20, heartbeatMs: 5_000, sweepMs: 10_000 },
      waitScale: 1,
      timeoutScale: 1,
    });
    // Instagram takes no post without a picture.
    const networks = isSkewed ? times(20, ['threads', 'x', 'linkedin'] as const) : times(ACCOUNTS, ['x'] as const);
    // The pool a server has by default.
    const metricsPort = await freePort(0);
    const environment = { DATABASE_POOL: '20', ...(!isSkewed && { METRICS_PORT: String(metricsPort) }) };
    return onStage({ servers, mutants: options.mutants, networks, orders, environment }, async (stage) => {
      const { world, fleet } = stage;
      if (!isSkewed) {
        const late = { network: 'x', role: 'api', method: 'POST', path: '^/2/tweets$' } as const;
        await world.sandbox.fail({ ...late, action: 'delay', delayMs: NETWORK_MS, times: 1_000_000 });
      }
      const asked = await scheduleMany(stage, { targets, progress: options.progress });
      await shiftDue(stage, part === 'random seconds' ? () => 5_000 + random.whole(0, 30_000) : () => 5_000);
      const filling = part === 'one second' ? watchPlaces(stage, metricsPort) : null;
      const judgement = await judge(world, fleet, { asked, boundMs: 600_000, lingerMs: 1_000 });
      const { lateMs, runMs } = await lateness(stage);
      const p99 = percentile(lateMs, 0.99);
      const mean = runMs.reduce((sum, ms) => sum + ms, 0) / Math.max(1, runMs.length);
      const violations: string[] = [];
      // More than there are places for cannot begin in its second; but no place may be free meanwhile.
      const taken = await filling;
      if (taken !== null && taken < PLACES * FULL)
        violations.push(`on average ${Math.round(taken)} of ${PLACES} places were taken`);
      if (part === 'random seconds' && p99 > 1_000) violations.push(`p99 of the starts is ${Math.round(p99)} ms`);
      if (judgement.published !== targets) violations.push(`${judgement.published} of ${targets} were published`);
      const notes = `starts: p50 ${Math.round(percentile(lateMs, 0.5))} ms, p99 ${Math.round(p99)} ms; a run takes ${Math.round(mean)} ms${taken === null ? '' : `; ${Math.round(taken)} of ${PLACES} places taken`}`;
      const what = { scenario: 'on-time', label: part, seed: options.seed, startedAt };
      return toRunResult({ ...what, fleet: fleet.counts, judgement, violations, notes });
    });
  },
};

/** What was scheduled for far ahead falls due in so many milliseconds, on the database's clock. */
async function shiftDue({ world }: Stage, inMs: () => number): Promise<void> {
  const rows = await world.postgres.query<{ id: string }>(`select id from targets`);
  await world.postgres.query(
    `update targets t set run_at = now() + make_interval(secs => d.ms / 1000.0)
     from unnest($1::uuid[], $2::int[]) as d(id, ms) where t.id = d.id`,
    [rows.map(({ id }) => id), rows.map(inMs)],
  );
}

/** How many places the server had taken on average, while more was due than it had places for. */
async function watchPlaces({ world }: Stage, port: number): Promise<number> {
  const seen: number[] = [];
  for (let begun = false; ; await sleep(250)) {
    const [row] = await world.postgres.query<{ waiting: number; begun: number }>(
      `select count(*) filter (where lease_token = 0)::int as waiting, count(*) filter (where lease_token > 0)::int as begun from targets`,
    );
    begun ||= row!.begun > 0;
    if (begun && row!.waiting <= PLACES) break;
    if (row!.begun <= PLACES) continue;
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    seen.push(Number(/^fanfare_targets_in_flight (\d+)/m.exec(text)?.[1]));
  }
  return seen.reduce((sum, n) => sum + n, 0) / Math.max(1, seen.length);
}

/** How late each run began, and how long it took. Its deadline was set when it began, so that tells when that was. */
async function lateness({ world }: Stage): Promise<{ lateMs: number[]; runMs: number[] }> {
  const rows = await world.postgres.query<{ late_ms: number; run_ms: number }>(
    `select extract(epoch from begun - run_at)::float8 * 1000 as late_ms, extract(epoch from settled_at - begun)::float8 * 1000 as run_ms
     from (select *, deadline_at - make_interval(secs => budget_seconds) as begun from targets) t where begun is not null`,
  );
  return { lateMs: rows.map((row) => row.late_ms), runMs: rows.map((row) => row.run_ms) };
}
