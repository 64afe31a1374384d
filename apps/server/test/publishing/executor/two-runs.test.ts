import type { Call, Sent } from '@fanfare/network';
import { describe, expect, test } from 'vitest';
import { billed, held, publishIntent } from './expected-rows.ts';
import { SENT } from './scripted-network.ts';
import { networkError, UNITS, useExecutor } from './use-executor.ts';

const executor = useExecutor();
const fails = (error: unknown) => () => Promise.reject(error);

describe('two runs of one target', () => {
  test('only one of them sends: the second finds the open write and reads the network, and the late answer changes nothing', async () => {
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

  test('the overtaken run sends nothing and settles nothing', async () => {
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
    ['its failure does not become the target’s', fails(networkError({ code: 'media_rejected' }))],
  ])('the overtaken run while preparing: %s', async (_, prepare) => {
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

  test('an expired lease counts as lost', async () => {
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

  test('the overtaken run does not send a container again whose answer was lost', async () => {
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
