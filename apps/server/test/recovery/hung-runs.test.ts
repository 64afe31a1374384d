import { afterAll, expect, test } from 'vitest';
import type { CheckpointName } from '../../src/posts/checkpoint.ts';
import { until } from '../until.ts';
import { useServer } from '../use-server.ts';

/** Runs that never go on, in a process that lives and keeps the leases of its runs. */
const hung: (() => void)[] = [];
let hangAt: CheckpointName = 'C0';
let endAt: CheckpointName | null = null;
const server = useServer({
  options: {
    timings: { leaseSeconds: 10, heartbeatMs: 100, sweepMs: 100 },
    async checkpoint(name) {
      if (name === endAt) throw new Error('This run ends here.');
      if (name === hangAt) await new Promise<void>((resolve) => hung.push(resolve));
    },
  },
});
afterAll(() => {
  for (const rise of hung) rise();
});

test('a run that hangs past its deadline loses its lease, and its target settles', async () => {
  const ana = await server.person('x');
  const publishAt = new Date(server.clock.now() + 500).toISOString();
  const { body } = await ana.publish({ content: 'Nobody moves', publishAt });
  // The run may take a second from when it begins.
  const values = [body.post.content];
  const text = `update targets t set budget_seconds = 1 from posts p where p.id = t.post_id and p.content = $1`;
  await server.db.query({ text, values });
  const settled = await until(async () => {
    const { rows } = await server.db.query<{ status: string; code: string; lease_token: number }>({
      text: `select t.status, t.error_detail ->> 'code' as code, t.lease_token from targets t join posts p on p.id = t.post_id
             where p.content = $1 and t.status <> 'pending'`,
      values,
    });
    return rows[0] ?? null;
  });
  // One run, and the sweep that ended it.
  expect({ ...settled, runs: hung.length }).toEqual({ status: 'failed', code: 'worker_lost', lease_token: 2, runs: 1 });
  expect(await ana.posts()).toEqual([]);
});

test('a run that hangs over a first comment keeps its lease no longer than that may take; the next one reads it back, and posts it once', async () => {
  const ana = await server.person('threads');
  [hangAt, endAt] = ['C10', 'C8'];
  void ana.publish({ content: 'Out', target: { firstComment: 'Nobody moves' } }, 'key').catch(() => undefined);
  await expect.poll(async () => (await ana.posts()).length, { interval: 10 }).toBe(1);
  // Whoever takes the comment up now has three seconds for it.
  const text = `update targets t set deadline_at = now() + interval '3 s', lease_expires_at = now() from posts p
                where p.id = t.post_id and p.content = 'Out' and t.status = 'published' returning t.id`;
  await expect.poll(async () => (await server.db.query({ text })).rowCount, { interval: 10 }).toBe(1);
  const { body } = await ana.publish({ content: 'Out', target: { firstComment: 'Nobody moves' } }, 'key');
  const { targets } = await ana.project.settled(body.post.id);
  expect(hung).toHaveLength(2);
  expect(targets).toMatchObject([{ status: 'published', commentStatus: 'published', commentError: null }]);
  expect((await ana.posts())[0]!.comments).toHaveLength(1);
});
