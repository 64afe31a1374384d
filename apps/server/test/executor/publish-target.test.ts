import type { Call, Sent } from '@fanfare/network';
import { describe, expect, test } from 'vitest';
import { changeAccountStatus } from '../../src/accounts/accounts.table.ts';
import { SENT } from './scripted-network.ts';
import { networkError, opened, type Rows, UNITS, useExecutor } from './use-executor.ts';

const executor = useExecutor();
const fails = (error: unknown) => () => Promise.reject(error);
const succeeds = async (): Promise<Sent> => SENT;

const publishIntent = (state: string, rest: Partial<Rows['intents'][number]> = {}) => ({
  kind: 'publish',
  ordinal: 0,
  state,
  handle: null,
  remote_id: null,
  sends: 1,
  detail: null,
  ...rest,
});
const step = (kind: string, ordinal: number, state: string, handle: string | null, detail: string | null = null) => ({
  ...publishIntent(state),
  kind,
  ordinal,
  handle,
  detail,
});
const billed = {
  reservations: [{ kind: 'publish', units: UNITS, state: 'billed' }],
  counter: { used: UNITS, reserved: 0 },
};
const released = {
  reservations: [{ kind: 'publish', units: UNITS, state: 'released' }],
  counter: { used: 0, reserved: 0 },
  ledger: [],
};
const held = {
  reservations: [{ kind: 'publish', units: UNITS, state: 'held' }],
  counter: { used: 0, reserved: UNITS },
  ledger: [],
};

describe('a publish the network accepts', () => {
  test('settles and bills in one go; the ledger has one row', async () => {
    const target = await executor.claim();
    const { row, seen } = await executor.run(target, {});
    expect(seen.log).toEqual(['prepare', 'send']);
    expect(row).toEqual({
      ...target,
      status: 'published',
      platformPostId: '4711',
      url: SENT.url,
      publishedAt: expect.any(Date),
    });
    const rows = await executor.rows(target);
    expect(rows).toEqual({
      target: row,
      intents: [publishIntent('accepted', { remote_id: '4711' })],
      ledger: [{ subject: `target:${target.id}`, kind: 'publish', units: UNITS }],
      ...billed,
    });
  });

  test('without an address asks for one; that failing changes nothing', async () => {
    const withoutUrl = { ...SENT, url: null };
    const [given, none, failing] = [await executor.claim(), await executor.claim(), await executor.claim()];
    const send = [async () => withoutUrl];
    const url = 'https://x.test/p/1';
    expect((await executor.run(given, { send, permalink: async () => url })).row).toMatchObject({
      status: 'published',
      url,
    });
    expect((await executor.run(none, { send, permalink: async () => null })).row).toMatchObject({
      status: 'published',
      url: null,
    });
    expect((await executor.run(failing, { send, permalink: fails(new TypeError('broken')) })).row).toMatchObject({
      status: 'published',
      url: null,
    });
    expect(await executor.rows(failing)).toMatchObject(billed);
  });
});

describe('hidden steps', () => {
  test('are journalled with their handles, and not sent again by a second attempt', async () => {
    const target = await executor.claim();
    const uploads: string[] = [];
    const upload = (name: string) => async () => {
      uploads.push(name);
      return `id-of-${name}`;
    };
    const { row, seen } = await executor.run(target, {
      async prepare(call) {
        const first = await call.step({ kind: 'media', ordinal: 0, send: upload('first') });
        const second = await call.step({ kind: 'media', ordinal: 1, send: upload('second') });
        const container = await call.step({
          kind: 'container',
          ordinal: 0,
          send: upload(`container of ${first}, ${second}`),
        });
        return { handle: container };
      },
      send: [fails(networkError({ code: 'rate_limited', retryAfterMs: 5_000 })), succeeds],
    });
    expect(row.status).toBe('published');
    expect(seen.log).toEqual(['prepare', 'send', 'prepare', 'send']);
    const container = 'id-of-container of id-of-first, id-of-second';
    expect(uploads).toEqual(['first', 'second', 'container of id-of-first, id-of-second']);
    expect((await executor.rows(target)).intents).toEqual([
      step('media', 0, 'accepted', 'id-of-first'),
      step('media', 1, 'accepted', 'id-of-second'),
      step('container', 0, 'accepted', container),
      publishIntent('rejected', { handle: container, detail: 'rate_limited' }),
      publishIntent('accepted', { handle: container, remote_id: '4711' }),
    ]);
  });

  test('that failed are sent again by the next attempt; those that were accepted are not', async () => {
    const target = await executor.claim();
    const sent: string[] = [];
    const { row } = await executor.run(target, {
      async prepare(call, turn) {
        await call.step({ kind: 'media', ordinal: 0, send: async () => `kept ${sent.push('kept')}` });
        await call.step({
          kind: 'media',
          ordinal: 1,
          async send() {
            sent.push('flaky');
            if (turn === 0) throw networkError({ outcome: 'unknown', retryAfterMs: 1_000 });
            return 'at last';
          },
        });
        return { handle: null };
      },
    });
    expect(row.status).toBe('published');
    expect(sent).toEqual(['kept', 'flaky', 'flaky']);
    expect((await executor.rows(target)).intents).toEqual([
      step('media', 0, 'accepted', 'kept 1'),
      step('media', 1, 'unknown', null, 'network_unavailable'),
      step('media', 1, 'accepted', 'at last'),
      publishIntent('accepted', { remote_id: '4711' }),
    ]);
  });

  test('of one account run four at a time, however many there are', async () => {
    const target = await executor.claim();
    let running = 0;
    let most = 0;
    const send = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      return 'id';
    };
    await executor.run(target, {
      async prepare(call) {
        await Promise.all(Array.from({ length: 12 }, (_, ordinal) => call.step({ kind: 'container', ordinal, send })));
        return { handle: null };
      },
    });
    expect(most).toBe(4);
    expect((await executor.rows(target)).intents.filter(({ kind }) => kind === 'container')).toHaveLength(12);
  });
});

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

describe('an answer that is lost', () => {
  const lost = networkError({ outcome: 'unknown' });

  test('is read back: live is published, under the id that was found', async () => {
    const target = await executor.claim();
    const { row, seen } = await executor.run(target, {
      prepare: async () => ({ handle: 'container' }),
      send: [fails(lost)],
      reconcile: [async () => ({ state: 'live', platformPostId: '99', url: 'https://x.test/99' })],
    });
    expect(seen.log).toEqual(['prepare', 'send', 'reconcile']);
    expect(seen.attempts).toEqual([{ handle: 'container', sends: 1, error: lost }]);
    expect(row).toMatchObject({ status: 'published', platformPostId: '99', url: 'https://x.test/99' });
    expect(await executor.rows(target)).toMatchObject({
      intents: [publishIntent('accepted', { handle: 'container', remote_id: '99' })],
      ...billed,
    });
  });

  test('is read back: absent is failed, with what the network says', async () => {
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
    const startedAt = executor.clock.now();
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
    expect(Math.round((executor.clock.now() - startedAt) / 1000)).toBe(20);
    expect(row.errorDetail?.code).toBe('outcome_unknown');
    expect((await executor.rows(target)).intents).toEqual([
      publishIntent('unknown', { handle: 'container', sends: 3 }),
    ]);
  });

  test('and a clear refusal of the second send: reading decides, not the refusal', async () => {
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

describe('what nobody foresaw', () => {
  test.each<[string, (call: Call) => Promise<undefined>]>([
    ['prepare breaks', fails(new TypeError('broken'))],
    [
      'a hidden step breaks',
      (call) => call.step({ kind: 'media', ordinal: 0, send: fails(new RangeError('broken')) }).then(() => undefined),
    ],
  ])('%s: an internal error, and nothing is public', async (_, prepare) => {
    const target = await executor.claim();
    const { row, seen } = await executor.run(target, { prepare });
    expect(seen.log).toEqual(['prepare']);
    expect(row.errorDetail).toMatchObject({
      code: 'internal_error',
      message: 'The service failed before anything was sent.',
    });
    const rows = await executor.rows(target);
    expect(rows).toMatchObject(released);
    expect(rows.intents.filter(({ kind }) => kind === 'publish')).toEqual([]);
  });

  test('the credential cannot be opened: an internal error, and the network is not asked', async () => {
    const target = await executor.claim();
    const cause = new Error('The encryption key "k9" is not in ENCRYPTION_KEYS.');
    const { row, seen } = await executor.run(target, {}, { openCredential: fails(cause) });
    expect([seen.log, row.errorDetail?.code]).toEqual([[], 'internal_error']);
    expect(row.errorDetail?.message).not.toContain('k9');
    expect(executor.log()).toContain('k9');
    expect(await executor.rows(target)).toMatchObject(released);
  });

  test('the send breaks: that proves nothing, so it is read back', async () => {
    const target = await executor.claim();
    const { row, seen } = await executor.run(target, {
      send: [fails(new TypeError('broken'))],
      reconcile: [async () => ({ state: 'live', platformPostId: '5', url: null })],
    });
    expect(seen.log).toEqual(['prepare', 'send', 'reconcile']);
    expect(row.status).toBe('published');
  });

  test.each([
    ['video', 'media_processing_timeout'],
    ['image', 'network_unavailable'],
  ] as const)('the deadline passes while a %s is prepared: %s', async (type, code) => {
    const target = await executor.claim();
    const { row } = await executor.run(
      target,
      {
        prepare: (call) =>
          new Promise((_, reject) => call.signal.addEventListener('abort', () => reject(call.signal.reason))),
      },
      { deadlineMs: 30, draft: { media: [{ type, url: 'https://example.com/a' }] } },
    );
    expect(row.errorDetail?.code).toBe(code);
    expect(await executor.rows(target)).toMatchObject({ intents: [], ...released });
  });

  test('the deadline passes between two sends of a container: the outcome is unknown, not forgotten', async () => {
    const target = await executor.claim();
    const { row } = await executor.run(
      target,
      {
        send: [
          async () => {
            await new Promise((resolve) => setTimeout(resolve, 60));
            throw networkError({ outcome: 'unknown' });
          },
        ],
        reconcile: [async () => ({ state: 'resend', afterMs: 10_000 })],
      },
      { deadlineMs: 30 },
    );
    expect(row.errorDetail?.code).toBe('outcome_unknown');
  });
});

describe('an account that is disconnected', () => {
  const disconnect = (target: { projectId: string; accountId: string }) =>
    changeAccountStatus(executor.db, {
      projectId: target.projectId,
      id: target.accountId,
      from: ['active'],
      to: 'revoked',
      reason: 'disconnected',
    });

  test('before a hidden step: nothing is sent', async () => {
    const target = await executor.claim();
    const { row, seen } = await executor.run(target, {
      async prepare(call) {
        await disconnect(target);
        await call.step({ kind: 'media', ordinal: 0, send: async () => 'never' });
        return undefined;
      },
    });
    expect([seen.log, row.errorDetail?.code]).toEqual([['prepare'], 'account_not_active']);
    expect(await executor.rows(target)).toMatchObject({ intents: [], ...released });
  });

  test('before the publish: nothing is sent', async () => {
    const target = await executor.claim();
    const { row, seen } = await executor.run(target, { prepare: async () => void (await disconnect(target)) });
    expect([seen.log, row.errorDetail?.code]).toEqual([['prepare'], 'account_not_active']);
    expect(await executor.rows(target)).toMatchObject({ intents: [], ...released });
  });

  test('between two sends of a container: it is not sent again', async () => {
    const target = await executor.claim();
    const { row, seen } = await executor.run(target, {
      send: [fails(networkError({ outcome: 'unknown' }))],
      reconcile: [
        async () => {
          await disconnect(target);
          return { state: 'resend', afterMs: 1 };
        },
      ],
    });
    expect([seen.log, row.errorDetail?.code]).toEqual([['prepare', 'send', 'reconcile'], 'outcome_unknown']);
  });
});

describe('two runs of one target', () => {
  test('only one of them sends: the second finds the open write and asks the network, and the late answer changes nothing', async () => {
    const target = await executor.claim();
    let begun = () => {};
    const sending = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let answer = (_: Sent) => {};
    const first = executor.run(target, {
      send: [
        () => {
          begun();
          return new Promise<Sent>((resolve) => {
            answer = resolve;
          });
        },
      ],
    });
    await sending;
    const token = await executor.overtake(target);
    const live = { state: 'live', platformPostId: '4711', url: null } as const;
    const second = await executor.run(target, { reconcile: [async () => live] }, { token });
    expect([second.seen.log, second.row.status]).toEqual([['reconcile'], 'published']);
    answer(SENT);
    expect((await first).row).toMatchObject({ status: 'published', platformPostId: '4711' });
    expect(await executor.rows(target)).toMatchObject({
      intents: [publishIntent('accepted', { remote_id: '4711' })],
      ledger: [{ kind: 'publish', units: UNITS }],
      ...billed,
    });
  });

  test('the one that was overtaken sends nothing and settles nothing', async () => {
    const target = await executor.claim();
    const { row, seen } = await executor.run(target, { prepare: async () => void (await executor.overtake(target)) });
    expect([seen.log, row.status]).toEqual([['prepare'], 'pending']);
    expect(await executor.rows(target)).toMatchObject({ intents: [], ...held });
  });

  test.each<[string, (call: Call) => Promise<undefined>]>([
    [
      'its hidden step is not sent',
      (call) => call.step({ kind: 'media', ordinal: 0, send: async () => 'never' }).then(() => undefined),
    ],
    ['its failure is not told as the target’s', fails(networkError({ code: 'media_rejected' }))],
  ])('the one that was overtaken while preparing: %s', async (_, prepare) => {
    const target = await executor.claim();
    const { row } = await executor.run(target, {
      async prepare(call) {
        await executor.overtake(target);
        return prepare(call);
      },
    });
    expect(row.status).toBe('pending');
    expect(await executor.rows(target)).toMatchObject({ intents: [], ...held });
  });

  test('a lease that ran out is as good as lost', async () => {
    const target = await executor.claim();
    const { row, seen } = await executor.run(target, {
      async prepare() {
        await executor.db.query({
          text: `update targets set lease_expires_at = now() - interval '1 second' where project_id = $1 and id = $2`,
          values: [target.projectId, target.id],
        });
        return undefined;
      },
    });
    expect([seen.log, row.status]).toEqual([['prepare'], 'pending']);
    expect(await executor.rows(target)).toMatchObject({ intents: [], ...held });
  });

  test('a container whose answer was lost is not sent again by the one that was overtaken', async () => {
    const target = await executor.claim();
    const { row, seen } = await executor.run(target, {
      send: [fails(networkError({ outcome: 'unknown' }))],
      reconcile: [
        async () => {
          await executor.overtake(target);
          return { state: 'resend', afterMs: 1 };
        },
      ],
    });
    expect([seen.log, row.status]).toEqual([['prepare', 'send', 'reconcile'], 'pending']);
    expect(await executor.rows(target)).toMatchObject({ intents: [publishIntent('unknown')], ...held });
  });
});
