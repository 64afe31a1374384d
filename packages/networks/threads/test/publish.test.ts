import { Secret } from '@fanfare/network';
import { graphError, scriptNetwork } from '@fanfare/network-meta/testing';
import { describe, expect, it } from 'vitest';
import { createThreads } from '../src/index.ts';
import { containerStatusSchema } from '../src/wire.ts';
import { draft, image } from './draft.ts';

const { publish, permalink } = createThreads({
  wwwUrl: 'https://www.test',
  graphUrl: 'https://graph.test',
  clientId: '1',
  clientSecret: new Secret('s'),
});
const GRAPH = 'https://graph.test/v1.0';
const CREATE = `POST ${GRAPH}/17841400000000001/threads`;
const PUBLISH = `POST ${GRAPH}/17841400000000001/threads_publish`;
const TIMELINE = `GET ${GRAPH}/17841400000000001/threads`;
const token = { access_token: 'TOKEN-CANARY' };
const finished = { json: { id: '1', status: 'FINISHED' } };

describe('publish to Threads', () => {
  it('never publishes a text at creation, and waits two seconds', async () => {
    const { call, seen } = scriptNetwork({ [CREATE]: { json: { id: '101' } }, [`GET ${GRAPH}/101`]: finished });
    const startedAt = call.clock.now();
    expect(await publish.prepare(call, draft())).toEqual({ handle: '101', body: null });
    expect(seen[0]?.params).toEqual({ media_type: 'TEXT', text: 'Hello', ...token });
    expect(call.clock.now() - startedAt).toBe(2000);
  });

  it.each([
    ['is not eligible', { is_eligible_for_geo_gating: false }],
    ['is not known to be eligible', {}],
  ])('creates nothing for some countries where the account %s', async (_, json) => {
    const { call, seen } = scriptNetwork({ [`GET ${GRAPH}/me`]: { json } });
    const post = draft({ options: { threads: { allowedCountries: ['DE'] } } });
    await expect(publish.prepare(call, post)).rejects.toMatchObject({
      facts: {
        code: 'content_rejected',
        outcome: 'not_sent',
        message: 'Threads does not let this account choose the countries of a post. Nothing was published.',
        remedy: 'Leave threads.allowedCountries out for this account.',
      },
    });
    expect(seen.map(({ params }) => params)).toEqual([{ fields: 'is_eligible_for_geo_gating', ...token }]);
  });

  it('creates the parent again while its items are not accepted yet', async () => {
    const { call } = scriptNetwork({
      [CREATE]: [
        { json: { id: '101' } },
        { json: { id: '102' } },
        graphError(100, 4279004, 'Invalid parameter'),
        { json: { id: '103' } },
      ],
      [`GET ${GRAPH}/101`]: finished,
      [`GET ${GRAPH}/102`]: finished,
      [`GET ${GRAPH}/103`]: finished,
    });
    expect((await publish.prepare(call, draft({ media: [image(), image()] }))).handle).toBe('103');
  });

  it('requests the same container again when the publish came too early', async () => {
    const { call } = scriptNetwork({
      [PUBLISH]: graphError(24, 4279009, 'The requested resource does not exist'),
      [`GET ${GRAPH}/101`]: finished,
    });
    const error = await publish.send(call, { handle: '101', body: null }).catch((thrown: unknown) => thrown);
    const intended = { intendedAt: call.clock.now(), agoMs: 0, sends: 1 };
    const attempt = { input: draft(), handle: '101', ...intended, error, earlierErrors: [] };
    expect(await publish.reconcile(call, attempt)).toEqual({ state: 'resend', afterMs: 10_000 });
  });

  it('reads a live post back by text, kind and time', async () => {
    const { call, seen } = scriptNetwork({
      [`GET ${GRAPH}/101`]: { json: { status: 'PUBLISHED' } },
      [TIMELINE]: {
        json: {
          data: [
            {
              id: '18163085524434927',
              text: 'Hello',
              media_type: 'TEXT_POST',
              timestamp: '2026-11-20T12:00:02+0000',
              permalink: 'https://www.threads.com/@acme/post/DXafVQ6k75r',
            },
          ],
        },
      },
    });
    const intended = { intendedAt: call.clock.now(), agoMs: 0, sends: 1 };
    const attempt = { input: draft(), handle: '101', ...intended, error: null, earlierErrors: [] };
    expect(await publish.reconcile(call, attempt)).toEqual({
      state: 'live',
      platformPostId: '18163085524434927',
      url: 'https://www.threads.com/@acme/post/DXafVQ6k75r',
    });
    expect(seen.at(-1)?.params).toEqual({ fields: 'id,text,media_type,timestamp,permalink', limit: '25', ...token });
  });
});

describe('container status of Threads', () => {
  it.each([
    [{ status: 'IN_PROGRESS' }, { state: 'in_progress' }],
    [{ status: 'FINISHED', id: '1' }, { state: 'finished' }],
    [{ status: 'PUBLISHED' }, { state: 'published' }],
    [{ status: 'EXPIRED' }, { state: 'expired' }],
    [
      { status: 'ERROR', error_message: 'INVALID_DURATION' },
      { state: 'error', reason: 'INVALID_DURATION' },
    ],
    [
      { status: 'ERROR', error_message: null },
      { state: 'error', reason: null },
    ],
  ])('%j', (json, expected) => {
    expect(containerStatusSchema.parse(json)).toEqual(expected);
  });

  it.each([[{}], [{ status_code: 'FINISHED' }], [{ status: 'NEW_STATE' }]])('%j is not understood', (json) => {
    expect(containerStatusSchema.safeParse(json).success).toBe(false);
  });
});

describe('permalink of Threads', () => {
  const MEDIA = `GET ${GRAPH}/18163085524434927`;

  it('is read from the network, never built', async () => {
    const { call, seen } = scriptNetwork({
      [MEDIA]: { json: { permalink: 'https://www.threads.com/@acme/post/D' } },
    });
    expect(await permalink?.(call, '18163085524434927')).toBe('https://www.threads.com/@acme/post/D');
    expect(seen[0]?.params).toEqual({ fields: 'permalink', ...token });
  });

  it('is null when the network omits it', async () => {
    const { call } = scriptNetwork({ [MEDIA]: { json: { id: '1' } } });
    expect(await permalink?.(call, '18163085524434927')).toBeNull();
  });
});
