import { beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/process/clock.ts';
import { createLogger } from '../../../src/process/log/log.ts';
import { createBulkheads } from '../../../src/publishing/bulkheads.ts';
import { FIRST_PROJECT } from '../../../src/publishing/choose-due.table.ts';
import { type ClaimedRow, claimDue } from '../../../src/publishing/due-targets.table.ts';
import { createRunner } from '../../../src/publishing/runner.ts';
import { until } from '../../until.ts';
import { inSeconds, useTargets } from './use-targets.ts';

const targets = useTargets();
beforeEach(() => targets.clear());

/**
 * So many targets of a new project, the first of them due so long ago. Projects are made in the
 * order of their ids.
 */
async function project(count: number, secondsAgo: number, platform = 'x'): Promise<string> {
  const first = await targets.record({ publishAt: inSeconds(3_600) });
  await targets.db.query({
    text: `insert into targets (project_id, id, post_id, account_id, platform, position, run_at)
           select project_id, gen_random_uuid(), post_id, account_id, $3, 0, now() - make_interval(secs => $4::int - n * 0.001)
             from targets, generate_series(1, $2::int) n where id = $1`,
    values: [first.id, count, platform, secondsAgo],
  });
  await targets.db.query({ text: 'delete from targets where id = $1', values: [first.id] });
  return first.projectId;
}

const claim = (limit: number, lastProjects: Readonly<Record<string, string>> = {}): Promise<ClaimedRow[]> =>
  claimDue(targets.db, {
    ...{ owner: 'me', leaseSeconds: 60, limit, of: 'others', lateLimitSeconds: 86_400 },
    lastProjects,
  });

/** Number of each project, in the order of `projects`, and the project of the last turn. */
const counted = (claimed: readonly ClaimedRow[], projects: readonly string[]) => ({
  counts: projects.map((id) => claimed.filter(({ target }) => target.projectId === id).length),
  lastProject: [...new Set(claimed.map(({ lastProject }) => lastProject))],
});

test('where more is due than there are places, half of them go to projects in turn and the others to the oldest', async () => {
  const projects = [await project(30, 60), await project(2, 20), await project(2, 10)];
  expect(counted(await claim(8), projects)).toEqual({ counts: [6, 1, 1], lastProject: [FIRST_PROJECT] });
  expect(counted(await claim(8), projects)).toEqual({ counts: [6, 1, 1], lastProject: [FIRST_PROJECT] });
  expect(counted(await claim(8), projects)).toEqual({ counts: [8, 0, 0], lastProject: [FIRST_PROJECT] });
});

test('the next claim goes on behind the project that had the last turn, and begins again behind the last', async () => {
  const much = await project(30, 60);
  const projects = [much];
  for (let n = 0; n < 4; n++) projects.push(await project(3, 10));
  const counts: number[][] = [];
  let turns: Record<string, string> = { x: much };
  for (let n = 0; n < 4; n++) {
    const claimed = await claim(4, turns);
    counts.push(counted(claimed, projects).counts);
    turns = { x: claimed[0]!.lastProject! };
  }
  expect(counts).toEqual([
    [2, 1, 1, 0, 0],
    [2, 0, 0, 1, 1],
    // Nobody is behind the last project: the next claim begins with the first.
    [4, 0, 0, 0, 0],
    [3, 1, 0, 0, 0],
  ]);
});

test('each network has turns of its own', async () => {
  const [many, few] = [await project(30, 60), await project(2, 20)];
  const [manyOther, fewOther] = [await project(30, 60, 'linkedin'), await project(2, 20, 'linkedin')];
  const claimed = await claim(8, { x: many });
  expect(counted(claimed, [many, few, manyOther, fewOther]).counts).toEqual([2, 2, 3, 1]);
  expect(Object.fromEntries(claimed.map(({ target, lastProject }) => [target.platform, lastProject]))).toEqual({
    x: FIRST_PROJECT,
    linkedin: fewOther,
  });
});

test('where there are places for all that is due, no project has a turn', async () => {
  const projects = [await project(5, 60), await project(2, 20)];
  expect(counted(await claim(8), projects)).toEqual({ counts: [5, 2], lastProject: [null] });
});

test('a claim looks at 200 projects of which nothing is due, and the next claim at those behind them', async () => {
  const much = await project(30, 60);
  await Promise.all(Array.from({ length: 200 }, () => targets.record({ publishAt: inSeconds(3_600) })));
  const last = await project(1, 10);
  const first = await claim(2, { x: much });
  expect(counted(first, [much, last]).counts).toEqual([2, 0]);
  expect(counted(await claim(2, { x: first[0]!.lastProject! }), [much, last])).toEqual({
    counts: [1, 1],
    lastProject: [last],
  });
});

test('a runner gives each project its turn', async () => {
  const projects = [await project(30, 60), await project(3, 10), await project(3, 10)];
  const ran: number[] = [];
  const pauses: (() => void)[] = [];
  const ends: (() => void)[] = [];
  const runner = createRunner({
    ...{ db: targets.db, log: createLogger('silent', () => undefined), instance: 'me', leaseSeconds: 60 },
    bulkheads: createBulkheads({ targetsInFlight: 2, publishesInFlightPerProject: 1, writesInFlightPerAccount: 2 }),
    clock: { ...systemClock, sleep: () => new Promise((resolve) => pauses.push(resolve)) },
    lateLimitSeconds: 86_400,
    epoch: () => new Date(0),
    run: ({ target }) => {
      ran.push(projects.indexOf(target.projectId));
      return new Promise((resolve) => ends.push(resolve));
    },
    observe: { late: () => undefined },
  });
  runner.wake();
  for (let n = 1; n <= 4; n++) {
    await until(async () => (pauses.length === n ? true : null));
    for (const end of ends.splice(0)) end();
    await new Promise((resolve) => setImmediate(resolve));
    if (n < 4) pauses[n - 1]!();
  }
  const stopped = runner.stop();
  pauses.at(-1)!();
  await stopped;
  expect(ran).toEqual([0, 0, 0, 1, 0, 2, 0, 0]);
});
