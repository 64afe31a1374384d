import { aborted } from 'node:util';
import { describe, expect, test } from 'vitest';
import { billed, publishIntent, released } from './expected-rows.ts';
import { networkError, useExecutor } from './use-executor.ts';

const executor = useExecutor();
const fails = (error: unknown) => () => Promise.reject(error);

describe('a lost answer', () => {
  const lost = networkError({ outcome: 'unknown' });

  test('is read back: a live post is published, under the id that was found', async () => {
    const target = await executor.claim();
    const { row, seen } = await executor.run(target, {
      prepare: async () => ({ handle: 'container' }),
      send: [fails(lost)],
      reconcile: [async () => ({ state: 'live', platformPostId: '99', url: 'https://x.test/99' })],
    });
    expect(seen.log).toEqual(['prepare', 'send', 'reconcile']);
    expect(seen.attempts).toMatchObject([{ handle: 'container', sends: 1, error: lost, earlierErrors: [] }]);
    expect(row).toMatchObject({ status: 'published', platformPostId: '99', url: 'https://x.test/99' });
    expect(await executor.rows(target)).toMatchObject({
      intents: [publishIntent('accepted', { handle: 'container', remote_id: '99' })],
      ...billed,
    });
  });

  test('is read back also after the deadline', async () => {
    const target = await executor.claim();
    const { row } = await executor.run(
      target,
      {
        send: [
          async (call) => {
            await aborted(call.signal, call);
            throw lost;
          },
        ],
        reconcile: [
          async (call) => {
            call.signal.throwIfAborted();
            return { state: 'live', platformPostId: '99', url: null };
          },
        ],
      },
      { deadlineMs: 30 },
    );
    expect(row).toMatchObject({ status: 'published', platformPostId: '99' });
  });

  test('is read back: an absent post is failed, with the network’s reason', async () => {
    const target = await executor.claim();
    const { row } = await executor.run(target, {
      send: [fails(lost)],
      reconcile: [async () => ({ state: 'absent', error: networkError({ code: 'account_restricted' }) })],
    });
    expect(row.errorDetail?.code).toBe('account_restricted');
    expect(await executor.rows(target)).toEqual({ target: row, intents: [publishIntent('absent')], ...released });
  });

  test.each([
    ['reading cannot decide', async () => ({ state: 'undecided' as const })],
    ['reading fails', fails(networkError({}))],
    ['reading breaks', fails(new TypeError('broken'))],
  ])('and %s: the outcome is unknown, nothing is sent again and nothing billed', async (_, reconcile) => {
    const target = await executor.claim();
    const { row, seen } = await executor.run(target, { send: [fails(lost)], reconcile: [reconcile] });
    expect(seen.log).toEqual(['prepare', 'send', 'reconcile']);
    expect(row.errorDetail).toMatchObject({
      code: 'outcome_unknown',
      retryable: false,
      networkMessage: 'The network said no.',
    });
    expect(await executor.rows(target)).toEqual({ target: row, intents: [publishIntent('unknown')], ...released });
  });

  test('may be sent again with the same handle, three times at most', async () => {
    const target = await executor.claim();
    const before = executor.clock.skippedMs();
    const { row, seen } = await executor.run(target, {
      prepare: async () => ({ handle: 'container' }),
      send: [fails(lost)],
      reconcile: [async () => ({ state: 'resend', afterMs: 10_000 })],
    });
    expect(seen.log).toEqual(['prepare', 'send', 'reconcile', 'send', 'reconcile', 'send', 'reconcile']);
    expect(seen.attempts.map(({ handle, sends }) => [handle, sends])).toEqual([
      ['container', 1],
      ['container', 2],
      ['container', 3],
    ]);
    expect(executor.clock.skippedMs() - before).toBe(20_000);
    expect(row.errorDetail?.code).toBe('outcome_unknown');
    expect((await executor.rows(target)).intents).toEqual([
      publishIntent('unknown', { handle: 'container', sends: 3 }),
    ]);
  });

  test('and a definite refusal of the second send: reading decides, not the refusal', async () => {
    const target = await executor.claim();
    const { row, seen } = await executor.run(target, {
      send: [fails(lost), fails(networkError({ code: 'content_rejected' }))],
      reconcile: [
        async () => ({ state: 'resend', afterMs: 1 }),
        async () => ({ state: 'live', platformPostId: '7', url: null }),
      ],
    });
    expect(seen.log).toEqual(['prepare', 'send', 'reconcile', 'send', 'reconcile']);
    expect(row).toMatchObject({ status: 'published', platformPostId: '7' });
    expect((await executor.rows(target)).ledger).toHaveLength(1);
  });
});
