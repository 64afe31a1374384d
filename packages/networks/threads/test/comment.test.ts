import { Secret } from '@fanfare/network';
import { graphError, noAnswer, type Reply, scriptNetwork } from '@fanfare/network-meta/testing';
import { describe, expect, it } from 'vitest';
import { createThreads, THREADS_DEFAULTS } from '../src/index.ts';

const { comment } = createThreads({
  ...THREADS_DEFAULTS,
  graphUrl: 'https://graph.test',
  clientId: '1',
  clientSecret: new Secret('s'),
});
if (comment === undefined) throw new Error('Threads has first comments.');

const GRAPH = 'https://graph.test/v1.0';
const CREATE = `POST ${GRAPH}/17841400000000001/threads`;
const PUBLISH = `POST ${GRAPH}/17841400000000001/threads_publish`;
const STATUS = `GET ${GRAPH}/101`;
const input = { platformPostId: '18163085524434927', text: 'First!' };
const scopes = ['threads_manage_replies'];
const status = (name: string): Reply => ({ json: { id: '101', status: name } });
const REMEDY = 'Connect the account again to grant threads_manage_replies.';

describe('a first comment on Threads', () => {
  it('is not tried with an account connected before the permission existed', async () => {
    const { call, seen } = scriptNetwork({}, { scopes: ['threads_basic', 'threads_content_publish'] });
    await expect(comment.prepare(call, input)).rejects.toMatchObject({
      facts: {
        code: 'permission_missing',
        outcome: 'not_sent',
        message: 'The account was connected without threads_manage_replies, which Threads wants for first comments.',
        remedy: REMEDY,
      },
    });
    expect(seen).toEqual([]);
  });

  it('names the permission the network misses', async () => {
    const { call } = scriptNetwork({ [CREATE]: graphError(10) }, { scopes });
    await expect(comment.prepare(call, input)).rejects.toMatchObject({
      facts: { code: 'permission_missing', outcome: 'rejected', networkCode: '10', remedy: REMEDY },
    });
  });

  it.each([
    ['100/33', graphError(100, 33)],
    ['24/4279009', graphError(24, 4279009)],
  ])('is prepared again when the post it answers is not visible yet: %s', async (_, reply) => {
    const { call, seen } = scriptNetwork(
      { [CREATE]: [reply, { json: { id: '101' } }], [STATUS]: status('FINISHED') },
      { scopes },
    );
    expect(await comment.prepare(call, input)).toEqual({ handle: '101', body: null });
    expect(seen.filter((one) => one.call === CREATE)).toHaveLength(2);
  });
});

describe('a first comment in doubt', () => {
  const attempt = {
    input,
    handle: '101',
    intendedAt: Date.parse('2026-11-20T12:00:00Z'),
    agoMs: 0,
    sends: 1,
    error: null,
    earlierErrors: [],
  };

  it('is live when its container is published; its id is not guessed among the posts', async () => {
    const { call, seen } = scriptNetwork({ [STATUS]: status('PUBLISHED') }, { scopes });
    expect(await comment.reconcile(call, attempt)).toEqual({ state: 'live', platformPostId: null, url: null });
    expect(seen.map((one) => one.call)).toEqual([STATUS]);
  });

  it('publishes the same container again when it came too early', async () => {
    const { call } = scriptNetwork({ [PUBLISH]: graphError(24, 4279009), [STATUS]: status('FINISHED') }, { scopes });
    const error = await comment.send(call, { handle: '101', body: null }).catch((thrown: unknown) => thrown);
    expect(await comment.reconcile(call, { ...attempt, error })).toEqual({ state: 'resend', afterMs: 10_000 });
  });

  it('publishes the same container again after a lost answer, once it can no longer be in flight', async () => {
    const { call } = scriptNetwork({ [PUBLISH]: noAnswer('public'), [STATUS]: status('FINISHED') }, { scopes });
    const error = await comment.send(call, { handle: '101', body: null }).catch((thrown: unknown) => thrown);
    expect(await comment.reconcile(call, { ...attempt, error })).toMatchObject({ state: 'resend' });
  });

  it('is absent when its container failed', async () => {
    const failed = { json: { id: '101', status: 'ERROR', error_message: 'UNKNOWN' } };
    const { call } = scriptNetwork({ [STATUS]: failed }, { scopes });
    expect(await comment.reconcile(call, attempt)).toMatchObject({
      state: 'absent',
      error: { code: 'media_processing_failed' },
    });
  });
});
