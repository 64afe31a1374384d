import { readFileSync } from 'node:fs';
import { Secret } from '@fanfare/network';
import { noAnswer, type Reply, type Seen, scriptNetwork } from '@fanfare/network-meta/testing';
import { readRequestTable, rowsOf } from '@fanfare/network-meta/testing/requests';
import type { Draft } from '@fanfare/rules';
import { expect, it } from 'vitest';
import { createThreads, THREADS_DEFAULTS } from '../src/index.ts';
import { draft, image, video } from './draft.ts';

const threads = createThreads({ ...THREADS_DEFAULTS, clientId: '1', clientSecret: new Secret('SECRET') });
const { wwwUrl: www, graphUrl: graph } = THREADS_DEFAULTS;
const page = readFileSync(new URL('../../../../docs/networks/threads.md', import.meta.url), 'utf8');
const table = readRequestTable(page, { www, graph });

const V = `${graph}/v1.0`;
const finished: Reply = { json: { status: 'FINISHED' } };
const redirectUri = 'https://svc.test/oauth/threads/callback';

/** Everything this adapter can ask of Threads. */
async function everything(): Promise<readonly Pick<Seen, 'call' | 'params'>[]> {
  const { call, seen, journal } = scriptNetwork(
    {
      [`POST ${graph}/oauth/access_token`]: { json: { access_token: 'SHORT' } },
      [`GET ${graph}/access_token`]: { json: { access_token: 'LONG', expires_in: 5183944 } },
      [`GET ${graph}/refresh_access_token`]: { json: { access_token: 'LONG', expires_in: 5183944 } },
      [`GET ${V}/debug_token`]: { json: { data: { is_valid: true, scopes: THREADS_DEFAULTS.scopes } } },
      [`GET ${V}/me`]: { json: { id: '1', username: 'acme' } },
      [`POST ${V}/17841400000000001/threads`]: { json: { id: '101' } },
      [`GET ${V}/101`]: [...Array.from({ length: 7 }, () => finished), { json: { status: 'PUBLISHED' } }],
      [`POST ${V}/17841400000000001/threads_publish`]: [{ json: { id: '1816' } }, noAnswer('public')],
      [`GET ${V}/17841400000000001/threads`]: { json: { data: [] } },
      [`GET ${V}/1816`]: { json: { permalink: 'https://www.threads.com/@acme/post/D' } },
      [`GET ${V}/1816/insights`]: { json: { data: [] } },
    },
    { scopes: THREADS_DEFAULTS.scopes },
  );
  const { connect, publish, comment, metrics, permalink } = threads;
  /** Each of another target, with nothing done for it yet. */
  const ready = (target: Draft) => {
    journal.clear();
    return publish.prepare(call, target);
  };
  const consent = connect.authorizeUrl({ state: 's', redirectUri, codeChallenge: null });
  const credential = await connect.exchange(call, { code: 'c', redirectUri, codeVerifier: null });
  await connect.profiles(call, credential);
  await connect.refresh?.(call, call.credential);
  const described = image({ altText: 'A red bicycle' });
  const prepared = await ready(draft({ content: 'Hello', media: [] }));
  await ready(draft({ content: 'Hello', media: [described] }));
  await ready(draft({ content: '', media: [video()] }));
  await ready(draft({ content: 'Hello\nthere', media: [described, video()] }));
  journal.clear();
  await comment?.prepare(call, { platformPostId: '1816', text: 'First!' });
  await publish.send(call, prepared);
  const lost = { handle: '101', intendedAt: call.clock.now(), agoMs: 0, sends: 1, error: null, earlierErrors: [] };
  await publish.reconcile(call, { ...lost, input: draft({ content: 'Hello', media: [] }) });
  await permalink?.(call, '1816');
  await metrics?.(call, '1816');
  const asked = { call: `GET ${consent.origin}${consent.pathname}`, params: Object.fromEntries(consent.searchParams) };
  return [asked, ...seen];
}

it('docs/networks/threads.md has exactly one row for every request, and no other row', async () => {
  const requests = await everything();
  const unlike = requests.filter((request) => rowsOf(table, request).length !== 1);
  expect(unlike).toEqual([]);
  const met = new Set(requests.flatMap((request) => rowsOf(table, request)));
  expect(table.filter((row) => !met.has(row)).map((row) => row.purpose)).toEqual([]);
  expect(table).toHaveLength(18);
});
