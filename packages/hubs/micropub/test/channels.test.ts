import { factsOf, makeCall, type Reply, scriptedHub } from '@fanfare/hub/testing';
import { describe, expect, it } from 'vitest';
import { createMicropub } from '../src/index.ts';
import { aPage, LOGIN, refusal } from './replies.ts';

const { spaces } = createMicropub();
if (!('list' in spaces)) throw new Error('Channels are listed.');
const { list } = spaces;

async function channels(...replies: readonly Reply[]) {
  const server = await scriptedHub({ 'GET /': replies });
  const listed = list(makeCall(server, { type: 'micropub' }));
  listed.catch(() => {});
  return { server, listed };
}

const news = { slug: 'news', id: 'news', name: 'News', description: null, url: null, canPost: null };

describe('channels as spaces', () => {
  it('come from the query for them', async () => {
    const { server, listed } = await channels({ json: { channels: [{ uid: 'news', name: 'News' }, { uid: 'x' }, 7] } });
    expect(await listed).toEqual([news, { ...news, slug: 'x', id: 'x', name: 'x' }]);
    expect(server.requests.map(({ query }) => query)).toEqual([{ q: 'channel' }]);
  });

  it.each([
    ['refuses the query', refusal(400, 'invalid_request')],
    ['does not know it', { status: 404, text: '' }],
    ['does not have it', refusal(501, 'not_implemented')],
    ['answers with something else', { json: {} }],
    ['answers with a page', aPage],
  ])('come from the configuration where the server %s', async (_, reply) => {
    const { server, listed } = await channels(reply, { json: { channels: [{ uid: 'news', name: 'News' }] } });
    expect(await listed).toEqual([news]);
    expect(server.requests.map(({ query }) => query.q)).toEqual(['channel', 'config']);
  });

  it('are none where the server has none', async () => {
    expect(await (await channels({ json: {} }, { json: {} })).listed).toEqual([]);
  });

  it.each([
    ['the key has ended', LOGIN, 'credential_rejected'],
    ['the hub is down', { status: 500, text: '' }, 'network_unavailable'],
  ])('are an error when %s', async (_, reply, code) => {
    expect((await factsOf((await channels(reply)).listed)).code).toBe(code);
  });
});
