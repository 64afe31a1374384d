import { aborted } from 'node:util';
import type { Call } from '@fanfare/network';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { changeAccountStatus } from '../../../src/accounts/accounts.table.ts';
import { DatabaseUnavailable } from '../../../src/db/database-unavailable.ts';
import { released } from './expected-rows.ts';
import { networkError, useExecutor } from './use-executor.ts';

const executor = useExecutor();
const fails = (error: unknown) => () => Promise.reject(error);
const passing = (code: string) => Object.assign(new pg.DatabaseError('not now', 0, 'error'), { code });

describe('unexpected failures', () => {
  test.each<[string, (call: Call) => Promise<undefined>]>([
    ['prepare throws', fails(new TypeError('broken'))],
    [
      'a hidden step throws',
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

  test.each<[string, Error]>([
    ['the database is down', new DatabaseUnavailable('No connection to the database.')],
    ['the database is out of connections', passing('53300')],
    ['a statement timed out', passing('57014')],
  ])(
    '%s while a post is prepared or its credential opened: nothing is settled, and another run takes over',
    async (_, away) => {
      for (const [script, options] of [
        [{ prepare: fails(away) }, {}],
        [{}, { openCredential: fails(away) }],
      ] as const) {
        const target = await executor.claim();
        await expect(executor.run(target, script, options)).rejects.toBe(away);
        expect((await executor.rows(target)).target).toEqual(target);
        const token = await executor.overtake(target);
        const { row } = await executor.run(target, {}, { token });
        expect(row.status).toBe('published');
      }
    },
  );

  test('the credential cannot be opened: an internal error, without a call to the network', async () => {
    const target = await executor.claim();
    const cause = new Error('The encryption key "k9" is not in ENCRYPTION_KEYS.');
    const { row, seen } = await executor.run(target, {}, { openCredential: fails(cause) });
    expect([seen.log, row.errorDetail?.code]).toEqual([[], 'internal_error']);
    expect(row.errorDetail?.message).not.toContain('k9');
    expect(executor.log()).toContain('k9');
    expect(await executor.rows(target)).toMatchObject(released);
  });

  test('the send throws: that proves nothing, so it is read back', async () => {
    const target = await executor.claim();
    const { row, seen } = await executor.run(target, {
      send: [fails(new TypeError('broken'))],
      reconcile: [async () => ({ state: 'live', platformPostId: '5', url: null })],
    });
    expect(seen.log).toEqual(['prepare', 'send', 'reconcile']);
    expect(row.status).toBe('published');
    const logged = executor
      .log()
      .split('\n')
      .find((line) => line.includes('sending a write failed unexpectedly'));
    expect(JSON.parse(logged ?? '{}')).toMatchObject({ level: 50, err: { type: 'TypeError', message: 'broken' } });
  });

  test.each([
    ['video', 'media_processing_timeout'],
    ['image', 'network_unavailable'],
  ] as const)('the deadline passes while a %s is prepared: %s', async (type, code) => {
    const target = await executor.claim();
    const { row } = await executor.run(
      target,
      {
        async prepare(call) {
          await aborted(call.signal, call);
          throw call.signal.reason;
        },
      },
      { deadlineMs: 30, draft: { media: [{ type, url: 'https://example.com/a' }] } },
    );
    expect(row.errorDetail?.code).toBe(code);
    expect(await executor.rows(target)).toMatchObject({ intents: [], ...released });
  });

  test('the deadline passes between two sends of a container: the outcome is unknown', async () => {
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
