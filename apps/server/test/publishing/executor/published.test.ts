import type { TargetWarning } from '@fanfare/contract';
import type { Sent } from '@fanfare/network';
import { describe, expect, test } from 'vitest';
import { billed, publishIntent, step } from './expected-rows.ts';
import { type Script, SENT } from './scripted-network.ts';
import { networkError, UNITS, useExecutor } from './use-executor.ts';

const executor = useExecutor();
const fails = (error: unknown) => () => Promise.reject(error);
const succeeds = async (): Promise<Sent> => SENT;

describe('a publish that the network accepts', () => {
  test('settles and bills in one transaction; the ledger has one row', async () => {
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

  test('without an address requests one; a failure of that changes nothing', async () => {
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

test('a scheduled target whose network accepted it reports that nothing is left but to settle, unless its address or comment is to come', async () => {
  const answered: string[] = [];
  const run = async (name: string, script: Script, comment?: string) => {
    const { row } = await executor.run(await executor.claim(comment), script, {
      onAnswered: () => answered.push(name),
    });
    return row.status;
  };
  const noUrl = [async () => ({ ...SENT, url: null })];
  expect([
    await run('plain', {}),
    await run('with a comment', {}, 'First!'),
    await run('without its address', { send: noUrl, permalink: async () => 'https://x.test/p/1' }),
    await run('refused', { send: [fails(networkError({ outcome: 'rejected', code: 'content_rejected' }))] }),
  ]).toEqual(['published', 'published', 'published', 'failed']);
  expect(answered).toEqual(['plain']);
});

describe('hidden steps', () => {
  test('are recorded with their handles, and a second attempt does not send them again', async () => {
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

  test('the next attempt repeats the failed ones and not the accepted ones', async () => {
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

  test('store their warnings with the target when they are accepted: a run that takes over has them, once', async () => {
    const target = await executor.claim();
    const warning: TargetWarning = { code: 'alt_text_refused', message: 'X did not take it.' };
    const describeMedia = (call: Parameters<NonNullable<Script['prepare']>>[0]) =>
      call.step({
        kind: 'media',
        ordinal: 0,
        async send(warn) {
          warn(warning);
          return 'not described';
        },
      });
    const stopping = new AbortController();
    await executor.run(
      target,
      {
        async prepare(call) {
          await describeMedia(call);
          stopping.abort();
          throw stopping.signal.reason;
        },
      },
      { stopping: stopping.signal },
    );
    expect(await executor.rows(target)).toMatchObject({ target: { status: 'pending', warnings: [warning] } });

    const token = await executor.overtake(target);
    const { row } = await executor.run(
      target,
      {
        async prepare(call) {
          await describeMedia(call);
          return { handle: null };
        },
      },
      { token },
    );
    expect(row).toMatchObject({ status: 'published', warnings: [warning] });
  });

  test('store none when they fail', async () => {
    const target = await executor.claim();
    const { row } = await executor.run(target, {
      async prepare(call, turn) {
        await call.step({
          kind: 'media',
          ordinal: 0,
          async send(warn) {
            if (turn > 0) return 'described';
            warn({ code: 'alt_text_refused', message: 'Not this time.' });
            throw networkError({ retryAfterMs: 1_000 });
          },
        });
        return { handle: null };
      },
    });
    expect(row).toMatchObject({ status: 'published', warnings: [] });
  });

  test('of one account run four at a time', async () => {
    const target = await executor.claim();
    let running = 0;
    let most = 0;
    const send = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 50));
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
