import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { CheckpointName } from '../../../src/publishing/checkpoint.ts';
import { until } from '../../until.ts';
import { useServer } from '../../use-server.ts';

/** Runs that hang in a process that lives and renews the leases of its runs. */
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
afterEach(() => void vi.restoreAllMocks());
afterAll(() => {
  for (const resume of hung) resume();
});

/** Ten minutes pass for this process, which kept the lease of its run as long as it may. */
async function passTime(content: string): Promise<void> {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 600_000);
  await server.db.query({
    text: `update targets t set deadline_at = deadline_at - interval '600 s', lease_expires_at = now() from posts p
           where p.id = t.post_id and p.content = $1`,
    values: [content],
  });
}

test('a run that hangs past its deadline loses its lease, and its target settles', async () => {
  const ana = await server.person('x');
  const publishAt = new Date(server.clock.now() + 500).toISOString();
  await ana.publish({ content: 'Nobody moves', publishAt });
  await expect.poll(() => hung.length).toBe(1);
  await passTime('Nobody moves');
  const settled = await until(async () => {
    const { rows } = await server.db.query<{ status: string; code: string; lease_token: number }>({
      text: `select t.status, t.error_detail ->> 'code' as code, t.lease_token from targets t join posts p on p.id = t.post_id
             where p.content = 'Nobody moves' and t.status <> 'pending'`,
    });
    return rows[0] ?? null;
  });
  // One run, and the sweep that ended it.
  expect({ ...settled, runs: hung.length }).toEqual({ status: 'failed', code: 'worker_lost', lease_token: 2, runs: 1 });
  expect(await ana.posts()).toEqual([]);
});

test('a run that hangs in a first comment keeps its lease no longer than the comment may take; the next one reads it back, and posts it once', async () => {
  const ana = await server.person('threads');
  [hangAt, endAt] = ['C10', 'C8'];
  void ana.publish({ content: 'Out', target: { firstComment: 'Nobody moves' } }, 'key').catch(() => undefined);
  await expect.poll(async () => (await ana.posts()).length).toBe(1);
  // The run ends before its comment; another one takes it over and hangs.
  const text = `update targets t set lease_expires_at = now() from posts p
                where p.id = t.post_id and p.content = 'Out' and t.status = 'published' returning t.id`;
  await expect.poll(async () => (await server.db.query({ text })).rowCount).toBe(1);
  await expect.poll(() => hung.length).toBe(2);
  await passTime('Out');
  const { body } = await ana.publish({ content: 'Out', target: { firstComment: 'Nobody moves' } }, 'key');
  const { targets } = await ana.project.settled(body.post.id);
  expect(hung).toHaveLength(2);
  expect(targets).toMatchObject([{ status: 'published', commentStatus: 'published', commentError: null }]);
  expect((await ana.posts())[0]!.comments).toHaveLength(1);
});
