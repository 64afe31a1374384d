import type { Sent } from '@fanfare/network';
import { expect, test } from 'vitest';
import { billed, publishIntent } from './expected-rows.ts';
import { networkError, useExecutor } from './use-executor.ts';

const executor = useExecutor();

/** A call that begins and has no answer yet. */
function pendingCall() {
  let begin = () => {};
  let fail = (_: unknown) => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const send = () =>
    new Promise<Sent>((_resolve, reject) => {
      begin();
      fail = reject;
    });
  return { begun, send, fail: (error: unknown) => fail(error) };
}

test('that a first send never left does not close a write that another run has sent again since', async () => {
  const target = await executor.claim();
  const prepare = async () => ({ handle: 'container' });
  const first = pendingCall();
  const firstRun = executor.run(target, { prepare, send: [first.send] });
  await first.begun;

  const second = pendingCall();
  const token = await executor.overtake(target);
  const resend = async () => ({ state: 'resend', afterMs: 1 }) as const;
  void executor.run(target, { send: [second.send], reconcile: [resend] }, { token });
  await second.begun;

  // The process that was frozen before its first byte wakes up and finds that it is too late to send.
  first.fail(networkError({ outcome: 'not_sent' }));
  expect((await firstRun).row.status).toBe('pending');
  const sentTwice = { handle: 'container', sends: 2 };
  expect((await executor.rows(target)).intents).toEqual([publishIntent('intended', sentTwice)]);

  // The second process dies here. Whoever comes next has to find its write.
  const live = async () => ({ state: 'live', platformPostId: '4711', url: null }) as const;
  const last = await executor.run(target, { reconcile: [live] }, { token: await executor.overtake(target) });
  expect([last.seen.log, last.row.status]).toEqual([['reconcile'], 'published']);
  expect(await executor.rows(target)).toMatchObject({
    intents: [publishIntent('accepted', { ...sentTwice, remote_id: '4711' })],
    ...billed,
  });
});

test('a container is sent again under a whole new lease', async () => {
  const target = await executor.claim();
  const where = 'where project_id = $1 and id = $2';
  const values = [target.projectId, target.id];
  let leaseSeconds = 0;
  await executor.run(target, {
    prepare: async () => ({ handle: 'container' }),
    send: [
      () => Promise.reject(networkError({ outcome: 'unknown' })),
      async () => {
        const { rows } = await executor.db.query<{ left: number }>({
          text: `select round(extract(epoch from lease_expires_at - now()))::int as left from targets ${where}`,
          values,
        });
        leaseSeconds = rows[0]!.left;
        return { platformPostId: '4711', url: null };
      },
    ],
    reconcile: [
      async () => {
        await executor.db.query({
          text: `update targets set lease_expires_at = now() + interval '10 seconds' ${where}`,
          values,
        });
        return { state: 'resend', afterMs: 1 };
      },
    ],
  });
  expect(leaseSeconds).toBeGreaterThan(50);
});
