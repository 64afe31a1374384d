import { describe, expect, test } from 'vitest';
import { publishIntent, released } from './expected-rows.ts';
import { SENT } from './scripted-network.ts';
import { networkError, opened, useExecutor } from './use-executor.ts';

const executor = useExecutor();
const fails = (error: unknown) => () => Promise.reject(error);

describe('a refusal', () => {
  test('without a time to wait is final', async () => {
    const target = await executor.claim();
    const error = networkError({ code: 'duplicate_content', networkCode: '187', networkMessage: 'twice' });
    const { row, seen } = await executor.run(target, { send: [fails(error)] });
    expect(seen.log).toEqual(['prepare', 'send']);
    expect(row).toMatchObject({
      status: 'failed',
      platformPostId: null,
      errorDetail: {
        code: 'duplicate_content',
        message: 'The network said no.',
        retryable: false,
        networkCode: '187',
        networkMessage: 'twice',
        mediaIndex: null,
        remedy: 'Change the content, then send the target with a new key.',
      },
    });
    expect(await executor.rows(target)).toEqual({
      target: row,
      intents: [publishIntent('rejected', { detail: 'duplicate_content' })],
      ...released,
    });
  });

  test.each(['rejected', 'not_sent'] as const)(
    '(%s) that may pass is tried three times in all, waiting as asked',
    async (outcome) => {
      const target = await executor.claim();
      const startedAt = executor.clock.now();
      const { row, seen } = await executor.run(target, {
        send: [fails(networkError({ outcome, retryAfterMs: 7_000 }))],
      });
      expect(seen.log).toEqual(['prepare', 'send', 'prepare', 'send', 'prepare', 'send']);
      expect(row.errorDetail?.code).toBe('network_unavailable');
      expect(Math.round((executor.clock.now() - startedAt) / 1000)).toBe(14);
      expect((await executor.rows(target)).intents).toEqual(
        Array(3).fill(publishIntent(outcome, { detail: 'network_unavailable' })),
      );
    },
  );

  test('because media are still being processed is waited for like other processing, and is no failed attempt', async () => {
    const target = await executor.claim();
    const startedAt = executor.clock.now();
    const notReady = fails(networkError({ code: 'media_processing_timeout', retryAfterMs: 3_000 }));
    const { row, seen } = await executor.run(target, {
      send: [...Array(9).fill(notReady), async () => SENT],
    });
    expect(row.status).toBe('published');
    expect(seen.log.filter((entry) => entry === 'send')).toHaveLength(10);
    const waitedMs = executor.clock.now() - startedAt;
    expect(waitedMs).toBeGreaterThan(25_000);
    expect(waitedMs).toBeLessThan(90_000);
  });

  test('because media are still being processed ends the target after 90 seconds, nothing being live', async () => {
    const target = await executor.claim();
    const startedAt = executor.clock.now();
    const { row, seen } = await executor.run(target, {
      send: [fails(networkError({ code: 'media_processing_timeout', retryAfterMs: 3_000 }))],
    });
    expect(row.errorDetail).toMatchObject({ code: 'media_processing_timeout', retryable: true });
    const waitedMs = executor.clock.now() - startedAt;
    expect(waitedMs).toBeGreaterThan(75_000);
    // No busy asking: pauses grow to ten seconds.
    expect(seen.log.filter((entry) => entry === 'send').length).toBeLessThan(25);
  });

  test('that wants more than 30 seconds of patience ends the target at once', async () => {
    const target = await executor.claim();
    const { row, seen } = await executor.run(target, {
      send: [fails(networkError({ code: 'rate_limited', retryAfterMs: 30_001 }))],
    });
    expect([seen.log, row.errorDetail?.code]).toEqual([['prepare', 'send'], 'rate_limited']);
  });

  test('of the credential gets one new one; the network’s second refusal ends the account', async () => {
    const target = await executor.claim();
    const asked: unknown[] = [];
    const rejected = networkError({ code: 'credential_rejected', credential: 'revoked' });
    const { row, seen } = await executor.run(
      target,
      { send: [fails(rejected)] },
      {
        async openCredential(_owner, { reject }) {
          asked.push(reject && [reject.credential.accessToken.reveal(), reject.as, reject.renewed]);
          if (reject?.renewed) return { state: 'not_active', message: 'The account is revoked.' };
          return opened(reject ? 'second' : 'first');
        },
      },
    );
    expect(asked).toEqual([null, ['first', 'revoked', false], ['second', 'revoked', true]]);
    expect(seen.calls.map(({ credential }) => credential.accessToken.reveal())).toEqual(['first', 'second']);
    expect(row.errorDetail?.code).toBe('credential_rejected');
  });

  test('to renew a credential for now is told as what it is', async () => {
    const target = await executor.claim();
    const { row } = await executor.run(
      target,
      { send: [fails(networkError({ code: 'credential_rejected' }))] },
      {
        openCredential: async (_owner, { reject }) =>
          reject ? { state: 'unavailable', error: networkError({ code: 'network_unavailable' }) } : opened('first'),
      },
    );
    expect(row.errorDetail).toMatchObject({ code: 'network_unavailable', retryable: true });
  });
});
