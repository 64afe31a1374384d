import { expect, test } from 'vitest';
import { failedTarget } from '../expected-post.ts';
import { settledOf, useMortalRuns } from './mortal-runs.ts';

const { server, fell } = useMortalRuns();

test('a target that ends every run ends after twelve of them, never sent and unbilled, while its neighbours go out', async () => {
  const project = await server.createProject();
  const bad = await server.person('x', { project: await server.createProject() });
  await fell(bad, 'C5', { times: 1_000, throws: true });
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

test('one that ends every run with its public write recorded is not written off as unsent', async () => {
  const bad = await server.person('linkedin');
  await fell(bad, 'C7', { times: 1_000, throws: true });
  const { target } = await settledOf(bad, { content: 'Poison after the network took it' });
  expect(target.errorDetail).toMatchObject({ code: 'outcome_unknown', retryable: false });
  expect(await bad.posts()).toHaveLength(1);
});
