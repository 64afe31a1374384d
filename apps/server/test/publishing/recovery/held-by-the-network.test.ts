import { expect, test } from 'vitest';
import { failedTarget } from '../../expected-post.ts';
import { settledOf, useKillableRuns } from './killable-runs.ts';

const { server, killAt, killed, expireLeases } = useKillableRuns();

test('a request that X holds while its server is killed: X is read until 90 s after the request; then the outcome is unknown, and nothing is sent again', async () => {
  const ana = await server.person('x');
  await killAt(ana, 'C6', { keepsLease: true });
  const settling = settledOf(ana, { content: 'Held by X' });
  await expect.poll(() => killed(ana), { interval: 5 }).toBe(1);
  const before = server.clock.skippedMs();
  // The minute of its lease, by the database's clock.
  await server.db.query({
    text: `update write_intents i set intended_at = intended_at - interval '60 s' from targets t join accounts a on a.id = t.account_id
           where t.id = i.target_id and a.platform_user_id = $1`,
    values: [ana.account.platformUserId],
  });
  await expireLeases(ana);
  const { post, target } = await settling;
  expect(target).toEqual(failedTarget(ana.account, { code: 'outcome_unknown' }));
  expect(server.clock.skippedMs() - before).toBeLessThanOrEqual(30_000);
  const reads = (await ana.calls()).filter(({ method, path }) => method === 'GET' && path.endsWith('/tweets'));
  expect(reads).toHaveLength(2);

  // X publishes what it held: that is why the target has not failed for good.
  await ana.control('post', { text: 'Held by X' });
  expect((await ana.project.settled(post.id)).targets).toEqual([target]);
  expect(await ana.writes()).toEqual([]);
  expect(await ana.posts()).toHaveLength(1);
  expect(await ana.project.usage()).toMatchObject({ used: 0, reserved: 0 });
});
