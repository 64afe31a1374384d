import { Secret } from '@fanfare/network';
import { graphError, scriptNetwork } from '@fanfare/network-meta/testing';
import { describe, expect, it } from 'vitest';
import { createInstagram, instagramVersions } from '../src/index.ts';
import { containerStatusSchema } from '../src/wire.ts';
import { draft, video } from './draft.ts';

const { publish, permalink } = createInstagram({
  wwwUrl: 'https://www.test',
  apiUrl: 'https://api.test',
  graphUrl: 'https://graph.test',
  versions: instagramVersions(),
  clientId: '1',
  clientSecret: new Secret('s'),
});
const GRAPH = 'https://graph.test/v25.0';
const CREATE = `POST ${GRAPH}/17841400000000001/media`;
const PUBLISH = `POST ${GRAPH}/17841400000000001/media_publish`;
const TIMELINE = `GET ${GRAPH}/17841400000000001/media`;
const token = { access_token: 'TOKEN-CANARY' };

describe('publish to Instagram', () => {
  it('names the subcode in the sentence of a failed container', async () => {
    const sentence = 'Error: Media upload has failed with error code 2207026';
    const { call } = scriptNetwork({
      [CREATE]: { json: { id: '101' } },
      [`GET ${GRAPH}/101`]: { json: { status: sentence } },
    });
    await expect(publish.prepare(call, draft({ media: [video()] }))).rejects.toMatchObject({
      facts: {
        code: 'media_rejected',
        outcome: 'rejected',
        networkCode: '2207026',
        networkMessage: sentence,
        mediaIndex: 0,
      },
    });
  });

  it('reads a live post back by caption, kind and time', async () => {
    const { call, seen } = scriptNetwork({
      [PUBLISH]: graphError(4, 2207051, 'Application request limit reached'),
      [`GET ${GRAPH}/101`]: { json: { status_code: 'PUBLISHED' } },
      [TIMELINE]: {
        json: {
          data: [
            { id: '9', media_type: 'IMAGE', timestamp: '2026-11-20T12:00:01+0000' },
            {
              id: '17920238422030506',
              caption: 'Hello',
              media_type: 'IMAGE',
              timestamp: '2026-11-20T12:00:02+0000',
              permalink: 'https://www.instagram.com/p/DAbCdEfGhIj/',
            },
          ],
        },
      },
    });
    const intended = { intendedAt: call.clock.now(), agoMs: 0, sends: 1 };
    const error = await publish.send(call, { handle: '101', body: null }).catch((thrown: unknown) => thrown);
    const attempt = { input: draft(), handle: '101', ...intended, error, earlierErrors: [] };
    const verdict = await publish.reconcile(call, attempt);
    expect(verdict).toEqual({
      state: 'live',
      platformPostId: '17920238422030506',
      url: 'https://www.instagram.com/p/DAbCdEfGhIj/',
    });
    expect(seen.at(-1)?.params).toEqual({ fields: 'id,caption,media_type,timestamp,permalink', limit: '25', ...token });
  });
});

describe('container status of Instagram', () => {
  it.each([
    [{ status_code: 'IN_PROGRESS', status: 'In progress: Media is still being processed.' }, { state: 'in_progress' }],
    [{ status_code: 'FINISHED' }, { state: 'finished' }],
    [{ status_code: 'PUBLISHED' }, { state: 'published' }],
    [{ status_code: 'EXPIRED' }, { state: 'expired' }],
    [
      { status_code: 'ERROR', status: 'Error: x' },
      { state: 'error', reason: 'Error: x' },
    ],
    [{ status_code: 'ERROR' }, { state: 'error', reason: null }],
    [{ status: 'Error: Media upload has failed' }, { state: 'error', reason: 'Error: Media upload has failed' }],
    [{ status: 'In progress: wait' }, { state: 'in_progress' }],
    [{ status: 'Finished: ready' }, { state: 'finished' }],
    [{ status: 'Published: live' }, { state: 'published' }],
  ])('%j', (json, expected) => {
    expect(containerStatusSchema.parse(json)).toEqual(expected);
  });

  it.each([[{}], [{ status_code: 'NEW_STATE' }], [{ status: 'no colon' }]])('%j is not understood', (json) => {
    expect(containerStatusSchema.safeParse(json).success).toBe(false);
  });
});

describe('permalink of Instagram', () => {
  const MEDIA = `GET ${GRAPH}/17920238422030506`;

  it('is read from the network, never built', async () => {
    const { call, seen } = scriptNetwork({ [MEDIA]: { json: { permalink: 'https://www.instagram.com/reel/D/' } } });
    expect(await permalink?.(call, '17920238422030506')).toBe('https://www.instagram.com/reel/D/');
    expect(seen[0]?.params).toEqual({ fields: 'permalink', ...token });
  });

  it.each([
    ['absent', { json: { id: '1' } }],
    ['unreadable', graphError(100, 33)],
    ['refused', graphError(190)],
  ])('is null when it is %s', async (_, reply) => {
    const { call } = scriptNetwork({ [MEDIA]: reply });
    expect(await permalink?.(call, '17920238422030506')).toBeNull();
  });

  it('is read again after a glitch', async () => {
    const { call } = scriptNetwork({
      [MEDIA]: [graphError(100, 33), { json: { permalink: 'https://www.instagram.com/p/D/' } }],
    });
    expect(await permalink?.(call, '17920238422030506')).toBe('https://www.instagram.com/p/D/');
  });
});
