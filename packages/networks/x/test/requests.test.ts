import { readFileSync } from 'node:fs';
import type { Answer, OutgoingCall } from '@fanfare/network';
import { readRequestTable, rowsOf } from '@fanfare/network/testing/requests';
import { expect, test } from 'vitest';
import { createX, X_DEFAULTS } from '../src/index.ts';
import { aDraft, images } from './a-draft.ts';
import { configFor, makeCall, NOW } from './make-call.ts';
import { aFile, mediaOf } from './media-files.ts';
import { scriptedX } from './scripted-x.ts';
import { TOKENS } from './tokens.ts';

const { apiUrl: api, webUrl: web } = X_DEFAULTS;
const page = readFileSync(new URL('../../../../docs/networks/x.md', import.meta.url), 'utf8');
const table = readRequestTable(page, { api, web });
const redirectUri = 'https://svc.example/oauth/x/callback';

const answers: Readonly<Record<string, unknown>> = {
  'POST /2/oauth2/token': TOKENS,
  'GET /2/users/me': { data: { id: '1', username: 'devteam' } },
  'POST /2/media/upload': { data: { id: '11' } },
  'POST /2/media/upload/initialize': { data: { id: '12' } },
  'POST /2/media/upload/12/finalize': { data: { id: '12', processing_info: { state: 'pending' } } },
  'GET /2/media/upload': { data: { id: '12', processing_info: { state: 'succeeded' } } },
  'POST /2/tweets': { data: { id: '21' } },
  'POST /2/users/2244994945/retweets': { data: { retweeted: true } },
  'GET /2/tweets/21': { data: { public_metrics: {} } },
};

/** Everything this adapter can ask of X. */
async function everything(): Promise<readonly OutgoingCall[]> {
  const calls: OutgoingCall[] = [];
  const server = await scriptedX();
  let timelinePages = 0;
  const http = async (call: OutgoingCall): Promise<Answer> => {
    calls.push(call);
    const { pathname } = new URL(call.url);
    const timeline = { data: [], meta: timelinePages++ === 0 ? { next_token: 'more' } : {} };
    const json =
      pathname.endsWith('/tweets') && call.method === 'GET' ? timeline : answers[`${call.method} ${pathname}`];
    return { status: pathname === '/2/tweets' ? 201 : 200, headers: {}, text: JSON.stringify(json), json };
  };
  const files = {
    'https://cdn.example/0.jpg': aFile('image/jpeg', Buffer.alloc(1_000)),
    'https://cdn.example/0.mp4': aFile('video/mp4', Buffer.alloc(1_048_577)),
  };
  const media = mediaOf(files);
  const call = { ...makeCall(server, { media }), http };
  /** Each with a journal of its own. */
  const fresh = () => ({ ...makeCall(server, { media }), http });
  const { connect, publish, repost, metrics } = createX(configFor(server, { apiUrl: api }));
  const publicClient = createX(configFor(server, { apiUrl: api, clientSecret: null })).connect;

  const consent = connect.authorizeUrl({ state: 's', redirectUri, codeChallenge: 'c' });
  for (const each of [connect, publicClient]) {
    await each.exchange(call, { code: 'c', redirectUri, codeVerifier: 'v' });
    await each.refresh?.(call, call.credential);
  }
  await connect.profiles(call, call.credential);
  const [image] = images(1);
  const described = { ...image!, altText: 'A red bridge' };
  await publish.send(call, await publish.prepare(fresh(), aDraft({ media: [described], aiGenerated: true })));
  await publish.prepare(fresh(), aDraft({ media: [{ type: 'video', url: 'https://cdn.example/0.mp4' }] }));
  const lost = { intendedAt: NOW - 200_000, agoMs: 200_000, sends: 1, error: null, earlierErrors: [] };
  await publish.reconcile(call, { ...lost, input: aDraft(), handle: null });
  await repost?.send(call, { handle: '21', body: null });
  await metrics?.(call, '21');
  return [{ method: 'GET', url: consent, effect: 'read', signal: call.signal }, ...calls];
}

test('docs/networks/x.md has exactly one row for every request, and no other row', async () => {
  const requests = await everything();
  const unlike = requests.filter((request) => rowsOf(table, request).length !== 1);
  expect(unlike.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
  const met = new Set(requests.flatMap((request) => rowsOf(table, request)));
  expect(table.filter((row) => !met.has(row)).map(({ purpose }) => purpose)).toEqual([]);
  expect(table).toHaveLength(14);
});

test('a request that differs in one parameter, header, field or method has no row', async () => {
  const requests = await everything();
  const changed = requests.flatMap((request): OutgoingCall[] => [
    { ...request, method: 'DELETE' },
    { ...request, url: `${new URL(request.url).origin}/2/elsewhere` },
    { ...request, query: { ...request.query, more: '1' } },
    { ...request, headers: { ...request.headers, 'x-more': '1' } },
    { ...request, body: { json: { more: 1 } } },
    { ...request, body: { bytes: new Uint8Array(1), contentType: 'text/plain', contentLength: 1 } },
  ]);
  expect(changed.filter((request) => rowsOf(table, request).length > 0)).toEqual([]);
});
