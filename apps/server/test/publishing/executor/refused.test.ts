import type { TargetWarning } from '@fanfare/contract';
import type { Call } from '@fanfare/network';
import { describe, expect, test } from 'vitest';
import { publishIntent, released, step } from './expected-rows.ts';
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
    '(%s) that may pass is tried three times in total, with the requested waits',
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

  test('because media are still being processed waits like other processing, and is not a failed attempt', async () => {
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

  test('because media are still being processed fails the target after 90 seconds, with nothing live', async () => {
    const target = await executor.claim();
    const startedAt = executor.clock.now();
    const { row, seen } = await executor.run(target, {
      send: [fails(networkError({ code: 'media_processing_timeout', retryAfterMs: 3_000 }))],
    });
    expect(row.errorDetail).toMatchObject({ code: 'media_processing_timeout', retryable: true });
    const waitedMs = executor.clock.now() - startedAt;
    expect(waitedMs).toBeGreaterThan(75_000);
    // No busy polling: pauses grow to ten seconds.
    expect(seen.log.filter((entry) => entry === 'send').length).toBeLessThan(25);
  });

  test('because media are still being processed is not retried before the network allows it', async () => {
    const target = await executor.claim();
    const startedAt = executor.clock.now();
    const notYet = (retryAfterMs: number) => fails(networkError({ code: 'media_processing_timeout', retryAfterMs }));
    const { row } = await executor.run(target, { send: [notYet(60_000), async () => SENT] });
    expect([row.status, Math.round((executor.clock.now() - startedAt) / 1_000)]).toEqual(['published', 60]);
    // A wait longer than the 90 seconds for media fails the target at once.
    const other = await executor.claim();
    const { row: ended, seen } = await executor.run(other, { send: [notYet(3_600_000), async () => SENT] });
    expect([seen.log, ended.errorDetail?.code]).toEqual([['prepare', 'send'], 'media_processing_timeout']);
  });

  test('that asks for more than 30 seconds fails the target at once', async () => {
    const target = await executor.claim();
    const { row, seen } = await executor.run(target, {
      send: [fails(networkError({ code: 'rate_limited', retryAfterMs: 30_001 }))],
    });
    expect([seen.log, row.errorDetail?.code]).toEqual([['prepare', 'send'], 'rate_limited']);
  });

  test('of the credential causes one renewal; the network’s second refusal expires the account', async () => {
    const target = await executor.claim();
    const asked: unknown[] = [];
    const rejected = networkError({ code: 'credential_rejected', credential: 'revoked' });
    const { row, seen } = await executor.run(
      target,
      { send: [fails(rejected)] },
      {
        async openCredential(_owner, { reject }) {
          asked.push(reject && [reject.credential.accessToken.reveal(), reject.as, reject.renewed]);
          if (reject?.renewed)
            return { state: 'not_active', reason: 'revoked_by_user', message: 'The account is revoked.' };
          return opened(reject ? 'second' : 'first');
        },
      },
    );
    expect(asked).toEqual([null, ['first', 'revoked', false], ['second', 'revoked', true]]);
    expect(seen.calls.map(({ credential }) => credential.accessToken.reveal())).toEqual(['first', 'second']);
    expect(row.errorDetail?.code).toBe('account_not_active');
  });

  test('of a renewal that may pass is reported as what it is', async () => {
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

describe('an optional part of a refused write', () => {
  const warning: TargetWarning = { code: 'link_card_missing', message: 'Refused.' };
  const part = (call: Call) => call.step({ kind: 'media', ordinal: 0, send: async () => 'card' });
  const leaveOut = async (call: Call) => {
    await call.step({
      kind: 'media',
      ordinal: 0,
      replaces: true,
      async send(warn) {
        warn(warning);
        return 'none';
      },
    });
    return true;
  };
  const refused = networkError({ code: 'media_processing_failed' });

  test('is left out once the refusal is stored, and the rest is sent under its own intent', async () => {
    const target = await executor.claim();
    const parts: string[] = [];
    const { row, seen } = await executor.run(target, {
      async prepare(call) {
        parts.push(await part(call));
        return { handle: null };
      },
      send: [fails(refused), async () => SENT],
      leaveOut,
    });
    expect(seen.log).toEqual(['prepare', 'send', 'leaveOut', 'prepare', 'send']);
    expect(parts).toEqual(['card', 'none']);
    expect(row).toMatchObject({ status: 'published', warnings: [warning] });
    expect((await executor.rows(target)).intents).toEqual([
      step('media', 0, 'accepted', 'card'),
      publishIntent('rejected', { detail: 'media_processing_failed' }),
      step('media', 0, 'accepted', 'none'),
      publishIntent('accepted', { remote_id: SENT.platformPostId }),
    ]);
  });

  test('stays left out in a run that takes over, with its warning', async () => {
    const target = await executor.claim();
    const stopping = new AbortController();
    const parts: string[] = [];
    const prepare = async (call: Call) => {
      parts.push(await part(call));
      return { handle: null };
    };
    await executor.run(
      target,
      {
        async prepare(call, turn) {
          if (turn === 0) return prepare(call);
          stopping.abort();
          throw stopping.signal.reason;
        },
        send: [fails(refused)],
        leaveOut,
      },
      { stopping: stopping.signal },
    );
    expect(await executor.rows(target)).toMatchObject({ target: { status: 'pending', warnings: [warning] } });
    const token = await executor.overtake(target);
    const { row, seen } = await executor.run(target, { prepare, leaveOut }, { token });
    expect([seen.log, parts]).toEqual([
      ['prepare', 'send'],
      ['card', 'none'],
    ]);
    expect(row).toMatchObject({ status: 'published', warnings: [warning] });
  });

  test('is dropped once, and the second refusal is final', async () => {
    const target = await executor.claim();
    const { row, seen } = await executor.run(target, { send: [fails(refused)], leaveOut });
    expect(seen.log).toEqual(['prepare', 'send', 'leaveOut', 'prepare', 'send']);
    expect(row).toMatchObject({ status: 'failed', errorDetail: { code: 'media_processing_failed' } });
  });

  test('is dropped only after waiting has not helped', async () => {
    const target = await executor.claim();
    const notReady = networkError({ code: 'media_processing_timeout', retryAfterMs: 10_000 });
    const { row, seen } = await executor.run(target, {
      async prepare(call) {
        return { handle: await part(call) };
      },
      send: [...Array(10).fill(fails(notReady)), async () => SENT],
      leaveOut,
    });
    // Nine pauses of ten seconds, then once more without the part.
    expect(seen.log).toEqual([...Array(10).fill(['prepare', 'send']).flat(), 'leaveOut', 'prepare', 'send']);
    expect(row).toMatchObject({ status: 'published', warnings: [warning] });
  });

  test('is not dropped where the outcome is unknown or nothing was sent', async () => {
    for (const outcome of ['unknown', 'not_sent'] as const) {
      const { seen } = await executor.run(await executor.claim(), {
        send: [fails(networkError({ code: 'media_processing_failed', outcome }))],
        leaveOut,
      });
      expect(seen.log).not.toContain('leaveOut');
    }
  });
});
