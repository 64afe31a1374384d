import type { Sent } from '@fanfare/network';
import { describe, expect, test } from 'vitest';
import { billed, publishIntent } from './expected-rows.ts';
import { networkError, useExecutor } from './use-executor.ts';

const executor = useExecutor();

/** A call that has begun and has no answer yet. */
function pendingCall() {
  let begin = () => {};
  let fail = (_: unknown) => {};
  let answer = (_: Sent) => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const send = () =>
    new Promise<Sent>((resolve, reject) => {
      begin();
      fail = reject;
      answer = resolve;
    });
  return { begun, send, fail: (error: unknown) => fail(error), answer: (sent: Sent) => answer(sent) };
}

test('a first send that never left does not settle a write that another run has sent again', async () => {
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

  // The process that was frozen before its first byte continues and finds that it is too late to
  // send.
  first.fail(networkError({ outcome: 'not_sent' }));
  expect((await firstRun).row.status).toBe('pending');
  const sentTwice = { handle: 'container', sends: 2 };
  expect((await executor.rows(target)).intents).toEqual([publishIntent('intended', sentTwice)]);

  // The second process dies here. The next run must find its write.
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

describe('a write that was considered absent and was accepted', () => {
  const FIRST = { platformPostId: '4711', url: 'https://x.test/4711' };
  const SECOND = { platformPostId: '4712', url: 'https://x.test/4712' };
  const late = publishIntent('accepted_late', { remote_id: '4711' });
  const absent = async () => {
    const error = networkError({ retryAfterMs: 1 });
    return { state: 'absent', error } as const;
  };

  /**
   * Two runs of one target: the second run read that the first write had not happened, so that it
   * sends another.
   */
  async function twoWrites() {
    const target = await executor.claim();
    const [first, second] = [pendingCall(), pendingCall()];
    const firstRun = executor.run(target, { send: [first.send] });
    await first.begun;
    const token = await executor.overtake(target);
    const secondRun = executor.run(target, { send: [second.send], reconcile: [absent] }, { token });
    await second.begun;
    expect((await executor.rows(target)).intents).toEqual([publishIntent('absent'), publishIntent('intended')]);
    const logged = executor.log().length;
    return { target, first, firstRun, second, secondRun, logged: () => executor.log().slice(logged) };
  }

  test('settles its target while the second is in flight: it is live', async () => {
    const { target, first, firstRun, second, secondRun } = await twoWrites();
    first.answer(FIRST);
    expect((await firstRun).row).toMatchObject({ status: 'published', ...FIRST });
    expect(await executor.rows(target)).toMatchObject({ intents: [late, publishIntent('intended')], ...billed });

    second.fail(networkError({ code: 'content_rejected' }));
    expect((await secondRun).row).toMatchObject({ status: 'published', ...FIRST });
    const intents = [late, publishIntent('rejected', { detail: 'content_rejected' })];
    expect(await executor.rows(target)).toMatchObject({ intents, ...billed });
  });

  test('settles its target, and the second is accepted too: both are in the journal, one is billed, and the log reports it', async () => {
    const { target, first, firstRun, second, secondRun, logged } = await twoWrites();
    first.answer(FIRST);
    await firstRun;
    second.answer(SECOND);
    expect((await secondRun).row).toMatchObject({ status: 'published', ...FIRST });
    const intents = [late, publishIntent('accepted', { remote_id: '4712' })];
    expect(await executor.rows(target)).toMatchObject({ intents, ...billed });
    expect(logged()).toContain('a network accepted a post that its target does not show');
    expect(logged()).toContain('"platformPostId":"4712"');
  });

  test('is reported after the second has settled: the journal records it, the target and its bill stay', async () => {
    const { target, first, firstRun, second, secondRun, logged } = await twoWrites();
    second.answer(SECOND);
    await secondRun;
    const { target: settled, ledger } = await executor.rows(target);
    expect(logged()).not.toContain('its target does not show');
    first.answer(FIRST);
    expect((await firstRun).row).toMatchObject({ status: 'published', ...SECOND });
    const intents = [late, publishIntent('accepted', { remote_id: '4712' })];
    expect(await executor.rows(target)).toMatchObject({ intents, target: settled, ledger, ...billed });
    expect(logged()).toContain('"platformPostId":"4711"');
  });
});

test('a late answer that another run has already found changes nothing and is not logged', async () => {
  const target = await executor.claim();
  const first = pendingCall();
  const firstRun = executor.run(target, { send: [first.send] });
  await first.begun;
  const live = async () => ({ state: 'live', platformPostId: '4711', url: null }) as const;
  await executor.run(target, { reconcile: [live] }, { token: await executor.overtake(target) });
  const before = await executor.rows(target);
  const logged = executor.log().length;
  first.answer({ platformPostId: '4711', url: 'https://x.test/4711' });
  expect((await firstRun).row).toMatchObject({ status: 'published', platformPostId: '4711' });
  expect([await executor.rows(target), executor.log().slice(logged)]).toEqual([before, '']);
});
