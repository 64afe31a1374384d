import { aborted } from 'node:util';
import type { Call, Sent } from '@fanfare/network';
import { describe, expect, test } from 'vitest';
import { commentedAccounting, commentIntent, publishIntent, step } from './expected-rows.ts';
import { COMMENTED, type Script, SENT } from './scripted-network.ts';
import { networkError, opened, UNITS, useExecutor } from './use-executor.ts';

const executor = useExecutor();
const fails = (error: unknown) => () => Promise.reject(error);
const lost = networkError({ outcome: 'unknown' });
const out = publishIntent('accepted', { remote_id: '4711' });
const commentErrorOf = (code: string) => expect.stringMatching(new RegExp(`^${code}: \\S`)) as string;
describe('a first comment', () => {
  test('follows its post under its own intent, and is billed separately', async () => {
    const target = await executor.claim('And more');
    const { row, seen } = await executor.run(target, {});
    expect(seen.log).toEqual(['prepare', 'send', 'comment prepare', 'comment send']);
    expect(seen.comments).toEqual([{ platformPostId: '4711', text: 'And more' }]);
    expect(row).toEqual({
      ...target,
      status: 'published',
      platformPostId: '4711',
      url: SENT.url,
      publishedAt: expect.any(Date),
      commentStatus: 'published',
      commentId: COMMENTED.platformPostId,
    });
    const subject = `target:${target.id}`;
    expect(await executor.rows(target)).toEqual({
      target: row,
      intents: [out, commentIntent('accepted', { remote_id: '5000' })],
      ledger: [
        { subject, kind: 'publish', units: UNITS },
        { subject, kind: 'comment', units: 1 },
      ],
      ...commentedAccounting('billed'),
    });
  });

  test('is not sent where the post failed', async () => {
    const target = await executor.claim('And more');
    const { row, seen } = await executor.run(target, { send: [fails(networkError({ code: 'content_rejected' }))] });
    expect(seen.log).toEqual(['prepare', 'send']);
    expect(row).toMatchObject({ status: 'failed', commentStatus: 'none', commentError: null });
    expect((await executor.rows(target)).counter).toEqual({ used: 0, reserved: 0 });
  });

  test('numbers its hidden steps separately from those of its post', async () => {
    const target = await executor.claim('And more');
    const prepare: NonNullable<Parameters<typeof executor.run>[1]['prepare']> = async (call) => ({
      handle: await call.step({ kind: 'container', ordinal: 0, send: async () => 'made' }),
    });
    await executor.run(target, { prepare, comment: { prepare } });
    expect((await executor.rows(target)).intents).toEqual([
      step('container', 0, 'accepted', 'made'),
      publishIntent('accepted', { handle: 'made', remote_id: '4711' }),
      step('container', 1_000, 'accepted', 'made'),
      commentIntent('accepted', { handle: 'made', remote_id: '5000' }),
    ]);
  });

  test('cannot be written below a post whose id is unknown', async () => {
    const target = await executor.claim('And more');
    const { row, seen } = await executor.run(target, { send: [async () => ({ platformPostId: null, url: null })] });
    expect(seen.log).toEqual(['prepare', 'send']);
    expect(row).toMatchObject({
      status: 'published',
      commentStatus: 'failed',
      commentError: commentErrorOf('network_unavailable'),
    });
    expect(await executor.rows(target)).toMatchObject(commentedAccounting('released'));
  });
});

describe('a comment that fails', () => {
  test('gives the reason and the remedy, and leaves its post as it is', async () => {
    const target = await executor.claim('And more');
    const send = [fails(networkError({ code: 'content_rejected', message: 'No.', remedy: 'Say it otherwise.' }))];
    const { row } = await executor.run(target, { comment: { send } });
    expect(row).toMatchObject({
      status: 'published',
      errorDetail: null,
      platformPostId: '4711',
      commentStatus: 'failed',
      commentId: null,
      commentError: 'content_rejected: No. Say it otherwise.',
    });
    const intents = [out, commentIntent('rejected', { detail: 'content_rejected' })];
    expect(await executor.rows(target)).toMatchObject({ intents, ...commentedAccounting('released') });
  });

  test('because the network asks for a longer pause than a run makes is not postponed', async () => {
    const target = await executor.claim('And more');
    const throttled = networkError({ code: 'rate_limited', message: 'Too much.', retryAfterMs: 31_000 });
    const { row } = await executor.run(target, { comment: { send: [fails(throttled)] } });
    expect(row).toMatchObject({ commentStatus: 'failed', commentError: 'rate_limited: Too much.' });
  });

  test('without an answer ends in doubt: nothing is billed and nothing sent again', async () => {
    const target = await executor.claim('And more');
    const { row, seen } = await executor.run(target, { comment: { send: [fails(lost)] } });
    expect(seen.log.slice(2)).toEqual(['comment prepare', 'comment send', 'comment reconcile']);
    expect(row).toMatchObject({
      status: 'published',
      commentStatus: 'failed',
      commentError: commentErrorOf('outcome_unknown'),
    });
    expect(await executor.rows(target)).toMatchObject({
      intents: [out, commentIntent('unknown')],
      ...commentedAccounting('released'),
    });
  });
});

/** A call that has begun and has no answer yet. */
function pendingCall() {
  let begin = () => {};
  let answer = (_: Sent) => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const send = () =>
    new Promise<Sent>((resolve) => {
      begin();
      answer = resolve;
    });
  return { begun, send, answer: (sent: Sent) => answer(sent) };
}

describe('two runs of one target', () => {
  test('the overtaken run finds out that the post is live: the other run posts the comment', async () => {
    const target = await executor.claim('And more');
    const [first, second] = [pendingCall(), pendingCall()];
    const firstRun = executor.run(target, { send: [first.send] });
    await first.begun;
    const token = await executor.overtake(target);
    const live = async () => {
      await second.send();
      return { state: 'live', platformPostId: '4711', url: SENT.url } as const;
    };
    const secondRun = executor.run(target, { reconcile: [live] }, { token });
    await second.begun;
    first.answer(SENT);
    expect((await firstRun).seen.log).toEqual(['prepare', 'send']);
    expect((await firstRun).row).toMatchObject({ status: 'published', commentStatus: 'none' });
    second.answer(SENT);
    expect((await secondRun).seen.log).toEqual(['reconcile', 'comment prepare', 'comment send']);
    expect((await secondRun).row).toMatchObject({ status: 'published', commentStatus: 'published' });
    expect(await executor.rows(target)).toMatchObject(commentedAccounting('billed'));
  });

  test('a comment considered absent that was accepted settles its target; the journal shows both', async () => {
    const target = await executor.claim('And more');
    const [first, second] = [pendingCall(), pendingCall()];
    const firstRun = executor.run(target, { comment: { send: [first.send] } });
    await first.begun;
    const token = await executor.overtake(target);
    const published = (await executor.rows(target)).target!;
    const absent = async () => ({ state: 'absent', error: networkError({ retryAfterMs: 1 }) }) as const;
    const secondRun = executor.run(published, { comment: { reconcile: [absent], send: [second.send] } }, { token });
    await second.begun;
    first.answer(COMMENTED);
    expect((await firstRun).row).toMatchObject({ commentStatus: 'published', commentId: '5000' });
    const late = commentIntent('accepted_late', { remote_id: '5000' });
    expect((await executor.rows(target)).intents).toEqual([out, late, commentIntent('intended')]);
    const logged = executor.log().length;
    second.answer({ platformPostId: '5001', url: null });
    expect((await secondRun).row).toMatchObject({ commentStatus: 'published', commentId: '5000' });
    expect(executor.log().slice(logged)).toContain('a network accepted a comment that its target does not show');
    const intents = [out, late, commentIntent('accepted', { remote_id: '5001' })];
    expect(await executor.rows(target)).toMatchObject({ intents, ...commentedAccounting('billed') });
  });

  test('an overtaken run does not fail the comment', async () => {
    const target = await executor.claim('And more');
    const first = pendingCall();
    const refused = async () => {
      await first.send();
      throw networkError({ code: 'content_rejected' });
    };
    const firstRun = executor.run(target, { comment: { send: [refused] } });
    await first.begun;
    await executor.overtake(target);
    first.answer(COMMENTED);
    expect((await firstRun).row).toMatchObject({ commentStatus: 'none', commentError: null });
    expect(await executor.rows(target)).toMatchObject({
      intents: [out, commentIntent('intended')],
      ...commentedAccounting('held'),
    });
  });
});

/** A live post whose comment was waiting when its process stopped. */
async function handedOver(post: Script = {}) {
  const target = await executor.claim('And more');
  const stopping = new AbortController();
  const wait = async () => {
    stopping.abort(new Error('The process is to stop.'));
    throw networkError({ code: 'rate_limited', retryAfterMs: 5_000 });
  };
  const { row } = await executor.run(target, { ...post, comment: { send: [wait] } }, { stopping: stopping.signal });
  return row;
}

describe('a target that awaits its comment', () => {
  test('is handed over by a stopping process; the next run posts only the comment', async () => {
    const row = await handedOver();
    expect(row).toMatchObject({ status: 'published', commentStatus: 'none' });
    const { rows } = await executor.db.query({
      text: 'select lease_owner, lease_expires_at <= now() as is_free, claims, done, phase from targets where project_id = $1',
      values: [row.projectId],
    });
    const free = { lease_owner: null, is_free: true, claims: 0, done: false, phase: 'waiting' };
    expect(rows).toEqual([free]);
    const { seen } = await executor.run(row, {}, { token: await executor.overtake(row) });
    expect(seen.log).toEqual(['comment prepare', 'comment send']);
    expect(await executor.rows(row)).toMatchObject(commentedAccounting('billed'));
  });

  test('gets its address from the run that takes it over', async () => {
    const row = await handedOver({ send: [async () => ({ ...SENT, url: null })] });
    expect(row).toMatchObject({ status: 'published', url: null });
    const token = await executor.overtake(row);
    const permalink = async () => 'https://x.test/p/1';
    const next = await executor.run(row, { permalink }, { token });
    expect(next.row).toMatchObject({ url: 'https://x.test/p/1', commentStatus: 'published' });
  });

  test('has only its own remaining time', async () => {
    const row = await handedOver();
    const prepare = async (call: Call) => {
      await aborted(call.signal, call);
      throw call.signal.reason;
    };
    const token = await executor.overtake(row);
    const next = await executor.run(row, { comment: { prepare } }, { token, deadlineMs: 30 });
    expect(next.row).toMatchObject({
      status: 'published',
      commentStatus: 'failed',
      commentError: commentErrorOf('network_unavailable'),
    });
    expect(await executor.rows(row)).toMatchObject(commentedAccounting('released'));
  });

  test('whose account cannot be opened has no comment: no call is made', async () => {
    const row = await handedOver();
    const openCredential = async () =>
      ({ state: 'not_active', reason: 'refresh_rejected', message: 'The account is expired.' }) as const;
    const next = await executor.run(row, {}, { token: await executor.overtake(row), openCredential });
    expect(next.seen.log).toEqual([]);
    expect(next.row).toMatchObject({ commentError: 'account_not_active: The account is expired.' });
  });

  test('with a comment in doubt whose account cannot be opened stays in doubt', async () => {
    const target = await executor.claim('And more');
    const first = pendingCall();
    void executor.run(target, { comment: { send: [first.send] } });
    await first.begun;
    const { target: row } = await executor.rows(target);
    const openCredential = async () =>
      ({ state: 'not_active', reason: 'refresh_rejected', message: 'The account is expired.' }) as const;
    const next = await executor.run(row!, {}, { token: await executor.overtake(target), openCredential });
    expect(next.row).toMatchObject({
      status: 'published',
      commentStatus: 'failed',
      commentError: commentErrorOf('outcome_unknown'),
    });
  });

  test('renews a refused credential, and reads again', async () => {
    const target = await executor.claim('And more');
    const rejected = networkError({ code: 'credential_rejected' });
    const asked: unknown[] = [];
    const { row, seen } = await executor.run(
      target,
      {
        comment: {
          send: [fails(lost)],
          reconcile: [fails(rejected), async () => ({ state: 'live', platformPostId: '5000', url: null })],
        },
      },
      {
        openCredential: async (_, { reject }) => {
          asked.push(reject?.as ?? null);
          return opened(`token ${asked.length}`);
        },
      },
    );
    // For the post, for its comment, and once more with the refused token.
    expect(asked).toEqual([null, null, 'expired']);
    expect(seen.log.slice(2)).toEqual(['comment prepare', 'comment send', 'comment reconcile', 'comment reconcile']);
    expect(row).toMatchObject({ commentStatus: 'published', commentId: '5000' });
  });
});
