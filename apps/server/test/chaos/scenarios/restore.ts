import { setTimeout as sleep } from 'node:timers/promises';
import { dumpRows, type LogicalDump, restoreClean, restoreData } from '../../publishing/recovery/logical-dump.ts';
import { type Deployment, times, withDeployment } from '../deployment.ts';
import { GUARDS } from '../guards.ts';
import type { RequestedPost } from '../load.ts';
import { judge } from '../oracle.ts';
import { createRandom, type Random } from '../random.ts';
import { recoverDirectly } from '../recover-directly.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { scheduleMany } from '../schedule-many.ts';
import { within } from '../within.ts';

const SETTLE_BOUND_MS = 120_000;
const TARGETS_PER_ROUND = 60;
/** So that some calls are under way while the backup is loaded, and are answered after it. */
const NETWORK_MS = 500;
/** Instagram requires a picture. */
const NETWORKS = times(4, ['threads', 'x', 'linkedin'] as const);

type Restore = { readonly violations: string[]; readonly load: () => Promise<void> };

/**
 * A backup is taken, posts go out, and the backup is loaded into the same database: no post goes
 * out again.
 */
export const restore: Scenario = {
  name: 'restore',
  about: 'an older backup loaded into the same database, while servers are away and below running ones (--rounds)',
  parts: ['away', 'running'],
  run(part, options) {
    const rounds = options.rounds ?? 20;
    const { servers = 3, mutants, targets = TARGETS_PER_ROUND } = options;
    const startedAt = Date.now();
    const random = createRandom(options.seed);
    return withDeployment({ servers, mutants, networks: NETWORKS }, async (deployment) => {
      const violations: string[] = [];
      const requested: RequestedPost[] = [];
      let at = deployment;
      try {
        const slow = { network: 'x', role: 'api', method: 'POST', path: '^/2/tweets$' } as const;
        await at.world.sandbox.fail({ ...slow, action: 'delay_after', delayMs: NETWORK_MS, times: 1_000_000 });
        for (let n = 0; n < rounds; n++) {
          requested.push(...(await scheduleMany(at, { targets, progress: () => undefined })));
          const due = await pickDue(at, random);
          const dump = await dumpRows(at.world.postgres.directUrl);
          const waiting = await countRepeatable(at, due);
          await makeDue(at, due, random.whole(0, 1_000));
          // Only what was published since the backup can be published again.
          await within('the first posts to go out', async () => (await countRepeatable(at, due)) < waiting || null);
          await sleep(random.whole(0, 3_000));
          const load = async () => {
            await (n % 2 === 0 ? loadClean(at, dump) : restoreData(at.world.postgres.directUrl, dump));
            await makeDue(at, due, 0);
          };
          if (part === 'away') at = await loadWhileDown(at, { servers, violations, load });
          else await loadWhileRunning(at, { violations, load });
          options.progress(`${part}: ${n + 1} of ${rounds}`);
        }
        await deployment.world.postgres.query('update targets set run_at = now() where not done');
        const judgement = await judge(at.world, at.fleet, { requested, boundMs: SETTLE_BOUND_MS });
        const what = { scenario: 'restore', label: part, seed: options.seed, startedAt };
        // Servers that refuse to start exit by themselves, as they should.
        const counts = { ...at.fleet.counts, crashes: 0 };
        return toRunResult({ ...what, fleet: counts, judgement, violations, restarts: rounds });
      } finally {
        await at.fleet.close();
      }
    });
  },
};

/** Every server is killed, the backup is loaded, and none may start before `fanfare recover`. */
async function loadWhileDown(
  deployment: Deployment,
  { servers, violations, load }: Restore & { readonly servers: number },
): Promise<Deployment> {
  await deployment.fleet.close();
  await load();
  const fleet = await deployment.world.startFleet({ servers });
  const isUp = () => fleet.slots.some((slot) => slot.isUp());
  await within('the refusals of all servers', () => fleet.counts.crashes >= servers || isUp() || null);
  // No operator would think of running `recover` here.
  if (isUp()) violations.push('a server started on a restored database');
  else await recover(deployment);
  await fleet.ready();
  return { ...deployment, fleet, urls: fleet.slots.map(({ url }) => url) };
}

/**
 * The backup is loaded below running servers, which continue and publish again after `fanfare
 * recover`.
 */
async function loadWhileRunning(deployment: Deployment, { violations, load }: Restore): Promise<void> {
  await load();
  const isReady = async (url: string) => (await fetch(`${url}/readyz`)).ok;
  const ready = async () => (await Promise.all(deployment.urls.map(isReady))).filter(Boolean).length;
  await within('servers to see the restore', async () => (await ready()) === 0 || null).catch(() =>
    violations.push('a server works on after the database below it was restored'),
  );
  await recover(deployment);
  await within('servers to go on', async () => (await ready()) === deployment.urls.length || null);
}

async function loadClean({ world }: Deployment, dump: LogicalDump): Promise<void> {
  await restoreClean(world.postgres.directUrl, dump);
  // Dropped together with their tables.
  await world.postgres.query(GUARDS);
}

const recover = ({ world }: Deployment): Promise<void> => recoverDirectly(world.postgres.directUrl);

/** Half of the waiting posts. */
async function pickDue({ world }: Deployment, random: Random): Promise<string[]> {
  const rows = await world.postgres.query<{ id: string }>('select id from targets where not done');
  return rows.map(({ id }) => id).filter(() => random.next() < 0.5);
}

/** Counts open targets on networks that take a text twice: LinkedIn refuses that. */
async function countRepeatable({ world }: Deployment, ids: readonly string[]): Promise<number> {
  const open = `select from targets where id = any($1::uuid[]) and not done and platform <> 'linkedin'`;
  return (await world.postgres.query(open, [ids])).length;
}

async function makeDue({ world }: Deployment, ids: readonly string[], inMs: number): Promise<void> {
  await world.postgres.query(
    'update targets set run_at = now() + make_interval(secs => $2 / 1000.0) where id = any($1::uuid[]) and not done',
    [ids, inMs],
  );
}
