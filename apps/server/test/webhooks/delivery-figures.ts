import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { composeBase } from '../../src/compose-base.ts';
import { composeEvents } from '../../src/compose-events.ts';
import { composeWebhooks } from '../../src/compose-webhooks.ts';
import { readConfig } from '../../src/config.ts';
import { ids } from '../../src/ids.ts';
import { createLogger } from '../../src/log.ts';
import { startChaosPostgres } from '../chaos/chaos-postgres.ts';

/**
 * `node apps/server/test/webhooks/delivery-figures.ts [--seconds 10] [--rounds 3] [--rate 100]`: how long after an event is written its delivery arrives, at
 * so many events a second to 50 endpoints, with all of them well and, in the same run, with one of them hanging for 15 s.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    rate: { type: 'string', default: '100' },
  },
});
const [seconds, rounds, rate] = [values.seconds, values.rounds, values.rate].map(Number) as [number, number, number];
const ENDPOINTS = 50;
const HANG_MS = 15_000;
const GOAL_MS = 1_000;
const GOAL_RATIO = 1.2;

type Wait = { readonly endpoint: number; readonly ms: number };

const percentile = (waits: readonly number[], share: number): number =>
  waits.toSorted((a, b) => a - b)[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? Number.NaN;

const postgres = await startChaosPostgres();
const config = readConfig({
  DATABASE_URL: postgres.directUrl,
  ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  EGRESS_ALLOWED_HOSTS: '127.0.0.1',
});
const base = await composeBase(config, { log: createLogger('warn', (line) => process.stderr.write(line)) });
const webhooks = composeWebhooks(base);
const events = composeEvents(base, webhooks.wake);
const receivers = new Worker(new URL('./figure-receivers.ts', import.meta.url), {
  workerData: { count: ENDPOINTS, hangMs: HANG_MS },
});

/** A project with an account and an endpoint each. */
const [ports] = (await once(receivers, 'message')) as [number[]];
const projects = await Promise.all(
  ports.map(async (port) => {
    const [projectId, accountId] = [ids.uuid(), ids.uuid()];
    await base.db.query({
      text: `with w as (insert into workspaces (id, name) values ($1, 'Figures')), p as (
               insert into projects (id, workspace_id, name, plan) values ($1, $1, 'Figures', 'self_hosted'))
             insert into accounts (project_id, id, platform, platform_user_id, username, status, connected_at)
             values ($1, $2, 'x', '1', 'ada', 'active', now())`,
      values: [projectId, accountId],
    });
    const filters = { events: [], platforms: [], profileId: '', description: '', enabled: true };
    const made = await webhooks.features.createWebhook(projectId, { url: `http://127.0.0.1:${port}/`, ...filters });
    if (!made.ok) throw new Error(made.refusal.message);
    return { projectId, accountId };
  }),
);

/** Writes events at an even rate, as the settling of a target does: a row, and a wake of the relay. Returns what arrived. */
async function measure(hang: boolean): Promise<readonly Wait[]> {
  receivers.postMessage({ hang });
  const startedAt = performance.now();
  const total = seconds * rate;
  const writes: Promise<unknown>[] = [];
  for (let n = 0; n < total; n++) {
    await sleep(Math.max(0, startedAt + (n * 1_000) / rate - performance.now()));
    const { projectId, accountId } = projects[n % ENDPOINTS]!;
    writes.push(
      base.db
        .query({
          name: 'figure_event',
          text: `insert into events (project_id, id, type, account_id, platform, facts)
                 values ($1, $2, 'account.connected', $3, 'x', '{"status":"active","statusReason":null}')`,
          values: [projectId, ids.uuid(), accountId],
        })
        .then(events.wake),
    );
  }
  await Promise.all(writes);
  receivers.postMessage({ hang: false });
  // What hangs ends, and its queue with it.
  if (hang) await sleep(HANG_MS + 1_000);
  for (let before = -1; ; await sleep(500)) {
    const { rows } = await base.db.query<{ left: number }>({
      text: `select (select count(*) from events where position is null)::int
               + (select count(*) from webhook_deliveries where state = 'pending')::int as left`,
    });
    if (rows[0]!.left === 0 || rows[0]!.left === before) break;
    before = rows[0]!.left;
  }
  receivers.postMessage('read');
  const [waits] = (await once(receivers, 'message')) as [Wait[]];
  return waits;
}

const others = (waits: readonly Wait[]) => waits.filter(({ endpoint }) => endpoint > 0).map(({ ms }) => ms);
const ratios: number[] = [];
const well: number[] = [];
console.log(
  `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}, ${rate} events/s to ${ENDPOINTS} endpoints, ${seconds} s each, fsync on`,
);
try {
  await measure(false); // Warms connections and code, and is not counted.
  for (let round = 1; round <= rounds; round++) {
    const [calm, hung] = [await measure(false), await measure(true)];
    const [p99, hungP99] = [percentile(others(calm), 0.99), percentile(others(hung), 0.99)];
    ratios.push(hungP99 / p99);
    well.push(...others(calm));
    console.log(
      `round ${round}: ${calm.length} and ${hung.length} arrived; all well p50 ${percentile(others(calm), 0.5)} ms, p99 ${p99} ms; one hangs: the others p50 ${percentile(others(hung), 0.5)} ms, p99 ${hungP99} ms, ratio ${(hungP99 / p99).toFixed(2)}`,
    );
  }
} finally {
  await webhooks.stop();
  await events.stop();
  await base.http.close();
  base.databaseClock.stop();
  await base.db.close();
  await receivers.terminate();
  await postgres.close();
}
const p99 = percentile(well, 0.99);
const ratio = percentile(ratios, 0.5);
console.log(`p99 ${p99} ms  goal: at most ${GOAL_MS} ms  ${p99 <= GOAL_MS ? 'reached' : 'MISSED'}`);
console.log(
  `ratio ${ratio.toFixed(2)} (median)  goal: at most ${GOAL_RATIO}  ${ratio <= GOAL_RATIO ? 'reached' : 'MISSED'}`,
);
process.exitCode = p99 <= GOAL_MS && ratio <= GOAL_RATIO ? 0 : 1;
