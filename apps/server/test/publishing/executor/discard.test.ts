import type { AcceptedStep, Call } from '@fanfare/network';
import { describe, expect, test } from 'vitest';
import { publishIntent, released, step } from './expected-rows.ts';
import { networkError, useExecutor } from './use-executor.ts';

const executor = useExecutor();
const fails = (error: unknown) => () => Promise.reject(error);
const refused = networkError({ code: 'content_rejected' });

/** Two uploads and a draft. */
async function prepare(call: Call) {
  for (const ordinal of [0, 1]) await call.step({ kind: 'media', ordinal, send: async () => `image ${ordinal}` });
  return { handle: await call.step({ kind: 'container', ordinal: 0, send: async () => 'draft' }) };
}

describe('what hidden steps left at the network', () => {
  test('is deleted once the target is stored as failed', async () => {
    const target = await executor.claim();
    const discarded: { status: string | undefined; key: string; steps: readonly AcceptedStep[] }[] = [];
    const { row, seen } = await executor.run(target, {
      prepare,
      send: [fails(refused)],
      async discard({ key }, steps) {
        const status = (await executor.rows(target)).target?.status;
        discarded.push({ status, key, steps });
      },
    });
    expect(seen.log).toEqual(['prepare', 'send', 'discard']);
    expect(discarded).toEqual([
      {
        status: 'failed',
        key: target.id,
        steps: [
          { kind: 'media', ordinal: 0, handle: 'image 0' },
          { kind: 'media', ordinal: 1, handle: 'image 1' },
          { kind: 'container', ordinal: 0, handle: 'draft' },
        ],
      },
    ]);
    expect(await executor.rows(target)).toEqual({
      target: row,
      intents: [
        step('media', 0, 'accepted', 'image 0'),
        step('media', 1, 'accepted', 'image 1'),
        step('container', 0, 'accepted', 'draft'),
        publishIntent('rejected', { handle: 'draft', detail: 'content_rejected' }),
      ],
      ...released,
    });
  });

  test('stays when the post may be live', async () => {
    const target = await executor.claim();
    const { row, seen } = await executor.run(target, {
      prepare,
      send: [fails(networkError({ outcome: 'unknown' }))],
      discard: async () => undefined,
    });
    expect([row.errorDetail?.code, seen.log]).toEqual(['outcome_unknown', ['prepare', 'send', 'reconcile']]);
  });

  test('stays when the post is live', async () => {
    const target = await executor.claim();
    const { row, seen } = await executor.run(target, { prepare, discard: async () => undefined });
    expect([row.status, seen.log]).toEqual(['published', ['prepare', 'send']]);
  });

  test('is nothing to delete when no step was accepted', async () => {
    const target = await executor.claim();
    const { seen } = await executor.run(target, {
      prepare: () => Promise.reject(refused),
      discard: async () => undefined,
    });
    expect(seen.log).toEqual(['prepare']);
  });

  test('may stay when the network does not delete it: the target has failed as it did', async () => {
    const target = await executor.claim();
    const { row } = await executor.run(target, { prepare, send: [fails(refused)], discard: fails(networkError({})) });
    expect(row).toMatchObject({ status: 'failed', errorDetail: { code: 'content_rejected' } });
    expect(await executor.rows(target)).toMatchObject({ target: row, ...released });
  });
});
