import { beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/process/clock.ts';
import { createLogger } from '../../../src/process/log/log.ts';
import { createBulkheads, type NetworkSlots } from '../../../src/publishing/bulkheads.ts';
import { type ClaimedRow, claimDue } from '../../../src/publishing/due-targets.table.ts';
import { createRunner } from '../../../src/publishing/runner.ts';
import { until } from '../../until.ts';
import { inSeconds, useTargets } from './use-targets.ts';

const PLACES = 10;
const targets = useTargets();
beforeEach(() => targets.clear());

/** So many targets of one network, and one that is not due. */
async function due(platform: string, count: number, secondsAgo: number): Promise<void> {
  const first = await targets.record({ publishAt: inSeconds(3_600) });
  await targets.db.query({
    text: `insert into targets (project_id, id, post_id, account_id, platform, position, run_at)
           select project_id, gen_random_uuid(), post_id, account_id, $3, 0, now() - make_interval(secs => $4::int - n * 0.001)
             from targets, generate_series(1, $2::int) n where id = $1`,
    values: [first.id, count, platform, secondsAgo],
  });
}

const claim = (limit: number, networks: NetworkSlots): Promise<ClaimedRow[]> =>
  claimDue(targets.db, {
    ...{ owner: 'me', leaseSeconds: 60, limit, of: 'others', lateLimitSeconds: 86_400 },
    networks,
  });

/** Number of each network. */
const counted = (claimed: readonly ClaimedRow[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { target } of claimed) counts[target.platform] = (counts[target.platform] ?? 0) + 1;
  return counts;
};

test.each<[string, number, NetworkSlots, Record<string, number>, boolean]>([
  ['nothing runs: they share equally', 10, { reserved: 2, taken: {} }, { x: 5, linkedin: 4, threads: 1 }, true],
  ['the one with fewer running is next', 6, { reserved: 2, taken: { x: 5 } }, { x: 1, linkedin: 4, threads: 1 }, true],
  [
    'one holds every place: the others have their own',
    0,
    { reserved: 2, taken: { x: 9 } },
    { linkedin: 2, threads: 1 },
    false,
  ],
  [
    'all hold their own, and there is no place',
    0,
    { reserved: 2, taken: { x: 6, linkedin: 2, threads: 2 } },
    {},
    false,
  ],
  ['there are places for all', 100, { reserved: 2, taken: { x: 50 } }, { x: 30, linkedin: 4, threads: 1 }, false],
])('networks with 30, 4 and 1 due: %s', async (_name, limit, networks, expected, moreIsDue) => {
  await due('x', 30, 60);
  await due('linkedin', 4, 30);
  await due('threads', 1, 1);
  const claimed = await claim(limit, networks);
  expect({ counts: counted(claimed), moreIsDue: claimed.some((row) => row.moreIsDue) }).toEqual({
    counts: expected,
    moreIsDue,
  });
});

test('of each network the oldest go first', async () => {
  await due('x', 5, 60);
  await due('linkedin', 5, 30);
  const order = async () =>
    (
      await targets.db.query<{ platform: string; place: number; isTaken: boolean }>({
        text: `select platform, row_number() over (partition by platform order by run_at)::int as place, lease_token > 0 as "isTaken"
               from targets where not done order by 1, 2`,
      })
    ).rows
      .filter(({ isTaken }) => isTaken)
      .map(({ platform, place }) => `${platform} ${place}`);
  await claim(4, { reserved: 1, taken: {} });
  expect(await order()).toEqual(['linkedin 1', 'linkedin 2', 'x 1', 'x 2']);
});

test('two servers that claim at once leave nothing of any network behind', async () => {
  await due('x', 90, 60);
  for (const platform of ['linkedin', 'threads', 'instagram']) await due(platform, 5, 30);
  const drain = async (): Promise<number> => {
    let count = 0;
    for (;;) {
      const claimed = await claim(40, { reserved: 2, taken: {} });
      count += claimed.length;
      if (!claimed.some(({ moreIsDue }) => moreIsDue) && claimed.length < 40) return count;
    }
  };
  const counts = await Promise.all([drain(), drain(), drain()]);
  expect(counts.reduce((sum, count) => sum + count)).toBe(105);
});

test('a network that does not answer holds every place, and a post on another one begins', async () => {
  const running: string[] = [];
  const bulkheads = createBulkheads({
    targetsInFlight: PLACES,
    publishesInFlightPerProject: 1,
    writesInFlightPerAccount: PLACES,
  });
  const pauses: (() => void)[] = [];
  const runner = createRunner({
    ...{ db: targets.db, log: createLogger('silent', () => undefined), bulkheads, instance: 'me', leaseSeconds: 60 },
    clock: { ...systemClock, sleep: () => new Promise((resolve) => pauses.push(resolve)) },
    lateLimitSeconds: 86_400,
    epoch: () => new Date(0),
    run: ({ target }) => {
      running.push(target.platform);
      return new Promise(() => undefined);
    },
    observe: { late: () => undefined },
  });
  await due('linkedin', 3 * PLACES, 60);
  runner.wake();
  await until(async () => (pauses.length > 0 ? true : null));
  expect(running).toEqual(Array(PLACES).fill('linkedin'));
  await due('x', 3, 1);
  runner.wake();
  pauses.shift()!();
  await until(async () => (pauses.length > 0 ? true : null));
  expect(running.slice(PLACES)).toEqual(['x']);
  const stopped = runner.stop();
  pauses.shift()!();
  await stopped;
});
