import { expect, test } from 'vitest';
import { claimDue } from '../../src/posts/due-targets.table.ts';
import { settledOf, useKillableRuns } from './killable-runs.ts';
import { inSeconds, useTargets } from './use-targets.ts';

const killable = useKillableRuns();
const targets = useTargets();

test('a target whose first three runs died is claimed by a server that is always busy', async () => {
  const ana = await killable.server.person('x');
  // Its dead runs are still in the process, like calls that wait in a busy one.
  await killable.killAt(ana, 'C0', { times: 3 });
  const { target } = await settledOf(ana, { content: 'Fourth time lucky' });
  expect(target).toMatchObject({ status: 'published', error: null });
  expect(await ana.posts()).toHaveLength(1);
});

test('suspects are claimed with the least suspect first, and alone from six failed runs on', async () => {
  const suspect = async (claims: number, secondsAgo: number) => {
    const target = await targets.record({ publishAt: inSeconds(3_600) });
    await targets.set(
      target,
      `run_at = now() - interval '${secondsAgo} s', lease_token = ${claims}, claims = ${claims}`,
    );
    return target.id;
  };
  const [seven, six, four, three] = [
    await suspect(7, 40),
    await suspect(6, 30),
    await suspect(4, 20),
    await suspect(3, 10),
  ];
  const claim = async (limit: number) => {
    const claimed = await claimDue(targets.db, {
      owner: 'me',
      leaseSeconds: 60,
      limit,
      of: 'suspects',
      lateLimitSeconds: 86_400,
    });
    return claimed.map(({ target }) => target.id).sort();
  };
  expect(await claim(4)).toEqual([three, four].sort());
  expect(await claim(4)).toEqual([six]);
  expect(await claim(4)).toEqual([seven]);
});
