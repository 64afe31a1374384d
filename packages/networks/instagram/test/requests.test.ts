import { readFileSync } from 'node:fs';
import { type Credential, Secret } from '@fanfare/network';
import { graphError, noAnswer, type Reply, type Seen, scriptNetwork } from '@fanfare/network-meta/testing';
import { readRequestTable, rowsOf } from '@fanfare/network-meta/testing/requests';
import type { Draft } from '@fanfare/rules';
import { expect, it } from 'vitest';
import { createInstagram, INSTAGRAM_DEFAULTS, instagramVersions } from '../src/index.ts';
import { draft, image, video } from './draft.ts';

const instagram = createInstagram({
  ...INSTAGRAM_DEFAULTS,
  versions: instagramVersions(),
  clientId: '1',
  clientSecret: new Secret('SECRET'),
});
const { wwwUrl: www, apiUrl: api, graphUrl: graph } = INSTAGRAM_DEFAULTS;
const version = 'v25.0';
const page = readFileSync(new URL('../../../../docs/networks/instagram.md', import.meta.url), 'utf8');
const table = readRequestTable(page, { www, api, graph, version });

const V = `${graph}/${version}`;
const finished: Reply = { json: { status_code: 'FINISHED' } };
const page1: Reply = { json: { data: [], paging: { next: 'https://graph.test/2', cursors: { after: 'p2' } } } };
const redirectUri = 'https://svc.test/oauth/instagram/callback';

/** Everything this adapter can ask of Instagram. */
async function everything(): Promise<readonly Pick<Seen, 'call' | 'params'>[]> {
  const { call, seen, journal } = scriptNetwork(
    {
      [`POST ${api}/oauth/access_token`]: { json: { access_token: 'SHORT' } },
      [`GET ${graph}/access_token`]: { json: { access_token: 'LONG', expires_in: 5183944 } },
      [`GET ${graph}/refresh_access_token`]: { json: { access_token: 'LONG', expires_in: 5183944 } },
      [`GET ${V}/me`]: { json: { id: '2', user_id: '1', username: 'acme' } },
      [`POST ${V}/17841400000000001/media`]: { json: { id: '101' } },
      [`GET ${V}/101`]: [
        finished,
        finished,
        finished,
        finished,
        finished,
        finished,
        { json: { status_code: 'PUBLISHED' } },
      ],
      [`POST ${V}/17841400000000001/media_publish`]: [{ json: { id: '1792' } }, noAnswer('public')],
      [`GET ${V}/17841400000000001/media`]: { json: { data: [] } },
      [`GET ${V}/1792`]: { json: { permalink: 'https://www.instagram.com/p/D/' } },
      [`POST ${V}/1792/comments`]: [{ json: { id: '1787' } }, noAnswer('public')],
      [`GET ${V}/1792/comments`]: [page1, { json: { data: [] } }],
      [`GET ${V}/1792/insights`]: [
        graphError(100, undefined, 'The metric shares is not supported for this media type'),
        { json: { data: [] } },
      ],
    },
    { scopes: INSTAGRAM_DEFAULTS.scopes },
  );
  const { connect, publish, comment, metrics, permalink } = instagram;
  /** Each of another target, with nothing done for it yet. */
  const ready = (target: Draft) => {
    journal.clear();
    return publish.prepare(call, target);
  };
  const consent = connect.authorizeUrl({ state: 's', redirectUri, codeChallenge: null });
  const credential: Credential = await connect.exchange(call, { code: 'c', redirectUri, codeVerifier: null });
  await connect.profiles(call, credential);
  await connect.refresh?.(call, call.credential);
  const bare = { content: '', aiGenerated: false };
  const full = { content: 'Hello\nthere', aiGenerated: true };
  const described = image({ altText: 'A red bicycle' });
  const prepared = await ready(draft({ ...full, media: [described] }));
  await ready(draft({ ...full, media: [video({ coverUrl: 'https://cdn.example/c.jpg' })] }));
  await ready(draft({ ...bare, media: [video({ thumbOffsetMs: 900 })] }));
  await ready(draft({ ...full, media: [described, video()] }));
  await publish.send(call, prepared);
  const lost = { handle: '101', intendedAt: call.clock.now(), agoMs: 0, sends: 1, error: null, earlierErrors: [] };
  await publish.reconcile(call, { ...lost, input: draft(full) });
  await permalink?.(call, '1792');
  const input = { platformPostId: '1792', text: 'First!' };
  await comment?.send(call, await comment.prepare(call, input));
  await comment?.reconcile(call, { ...lost, handle: null, agoMs: 600_000, input });
  await metrics?.(call, '1792');
  const asked = { call: `GET ${consent.origin}${consent.pathname}`, params: Object.fromEntries(consent.searchParams) };
  return [asked, ...seen];
}

it('docs/networks/instagram.md has exactly one row for every request, and no other row', async () => {
  const requests = await everything();
  const unlike = requests.filter((request) => rowsOf(table, request).length !== 1);
  expect(unlike).toEqual([]);
  const met = new Set(requests.flatMap((request) => rowsOf(table, request)));
  expect(table.filter((row) => !met.has(row)).map((row) => row.purpose)).toEqual([]);
  expect(table).toHaveLength(17);
});
