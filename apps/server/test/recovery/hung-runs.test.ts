import { afterAll, expect, test } from 'vitest';
import { until } from '../until.ts';
import { useServer } from '../use-server.ts';

/** Runs that never go on, in a process that lives and keeps the leases of its runs. */
const hung: (() => void)[] = [];
const server = useServer({
  around: {
    timings: { leaseSeconds: 1, heartbeatMs: 100, sweepMs: 100 },
    checkpoint: async (name) => (name === 'C0' ? new Promise<void>((resolve) => hung.push(resolve)) : undefined),
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
  const text = `update targets t set deadline_at = run_at + interval '1 s' from posts p where p.id = t.post_id and p.content = $1`;
  await server.db.query({ text, values });
  const settled = await until(async () => {
    const { rows } = await server.db.query<{ status: string; code: string; lease_token: number }>({
      text: `select t.status, t.error_detail ->> 'code' as code, t.lease_token from targets t join posts p on p.id = t.post_id
             where p.content = $1 and t.status <> 'pending'`,
      values,
    });
    return rows[0] ?? null;
  }, 8_000);
  // One run, and the sweep that ended it.
  expect({ ...settled, runs: hung.length }).toEqual({ status: 'failed', code: 'worker_lost', lease_token: 2, runs: 1 });
  expect(await ana.posts()).toEqual([]);
});
