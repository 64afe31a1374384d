import { expect, test } from 'vitest';
import { failedTarget } from '../../expected-post.ts';
import { settledOf, useKillableRuns } from './killable-runs.ts';

const { server, killAt } = useKillableRuns();

test('a target that ends every run settles after twelve of them, never sent and unbilled, while others are published', async () => {
  const project = await server.createProject();
  const bad = await server.person('x', { project: await server.createProject() });
  await killAt(bad, 'C5', { times: 1_000, throws: true });
  const poisoned = settledOf(bad, { content: 'Poison' });
  const neighbours = await Promise.all([server.person('threads', { project }), server.person('linkedin', { project })]);
  for (const ana of neighbours) expect((await ana.publish({ content: 'Fine' })).body.post.status).toBe('published');

  const { target } = await poisoned;
  expect(target).toEqual(failedTarget(bad.account, { code: 'worker_lost' }));
  const { rows } = await server.db.query({
    text: "select claims, lease_token from targets where error_detail ->> 'code' = 'worker_lost'",
  });
  expect(rows).toEqual([{ claims: 12, lease_token: 13 }]);
  expect([await bad.writes(), await bad.posts()]).toEqual([[], []]);
  expect(await bad.project.usage()).toMatchObject({ used: 0, reserved: 0 });
});

test('one that ends every run after its public write was recorded does not count as unsent', async () => {
  const bad = await server.person('linkedin');
  await killAt(bad, 'C7', { times: 1_000, throws: true });
  const { target } = await settledOf(bad, { content: 'Poison after the network took it' });
  expect(target.errorDetail).toMatchObject({ code: 'outcome_unknown', retryable: false });
  expect(await bad.posts()).toHaveLength(1);
});
