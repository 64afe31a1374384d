import { beforeEach, expect, it } from 'vitest';
import { bearer, field, list, pluck, startHubs } from './hub-session.ts';

const { hubs, call, sendJson, control, keyOf, query, create, sendMedia, reset, advance, contents } = await startHubs();
beforeEach(reset);

const site = hubs.micropub;

it('advertises its endpoints in a header and in the head of its pages', async () => {
  const home = await call(`${site}/`);
  expect(home.headers.get('link')).toBe(
    `<${site}/micropub>; rel="micropub", <${site}/media>; rel="micropub_media", <${site}/.well-known/oauth-authorization-server>; rel="indieauth-metadata"`,
  );
  expect(home.text).toContain(`<link rel="micropub" href="${site}/micropub">`);
});

const PLACES = [
  { uid: 'https://social.example/@tidepool', name: 'Tidepool on Social' },
  { uid: 'https://photos.example/tidepool', name: 'Tidepool Photos' },
];

it('answers its configuration', async () => {
  const { status, body } = await query(await keyOf('micropub'), { q: 'config' });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      'media-endpoint': `${site}/media`,
      channels: [
        { uid: 'notes', name: 'Notes' },
        { uid: 'news', name: 'News' },
        { uid: 'photos', name: 'Photos' },
        { uid: 'events', name: 'Events' },
      ],
      categories: [],
      'post-types': [
        { type: 'note', name: 'Note' },
        { type: 'photo', name: 'Photo' },
        { type: 'article', name: 'Article' },
      ],
      'syndicate-to': PLACES,
      q: ['category', 'channel', 'config', 'media-endpoint', 'post-types', 'source', 'syndicate-to'],
    },
  });
});

it('filters and pages channels as Indiekit does', async () => {
  const key = await keyOf('micropub');
  const uids = async (params: Record<string, string>) =>
    pluck(list((await query(key, { q: 'channel', ...params })).body, 'channels'), 'uid');
  expect(await uids({})).toEqual(['notes', 'news', 'photos', 'events']);
  expect(await uids({ filter: 'ne' })).toEqual(['news']);
  // The items are in lower case, the filter is not.
  expect(await uids({ filter: 'News' })).toEqual([]);
  expect(await uids({ limit: '2', offset: '1' })).toEqual(['news', 'photos']);
  expect(await uids({ offset: '1' })).toHaveLength(4);
  expect(await control('add-spaces', { role: 'micropub', count: 10_000 })).toEqual({ spaces: 10_004 });
  expect(await uids({ filter: 'circle-9999"' })).toEqual(['circle-9999']);
  expect(await uids({})).toHaveLength(10_004);
});

it('answers other queries, and refuses what it does not know', async () => {
  const key = await keyOf('micropub');
  expect((await query(key, { q: 'syndicate-to' })).body).toEqual({ 'syndicate-to': PLACES });
  expect((await query(key, { q: 'category' })).body).toEqual({ categories: [] });
  expect((await query(key, { q: 'media-endpoint' })).body).toEqual({ 'media-endpoint': `${site}/media` });
  const missing = await query(key, {});
  const unknown = await query(key, { q: 'weather' });
  expect([missing, unknown].map(({ status, body }) => [status, field(body, 'error')])).toEqual([
    [400, 'invalid_request'],
    [501, 'not_implemented'],
  ]);
});

it('may list channels in its configuration alone, or nowhere', async () => {
  const key = await keyOf('micropub');
  await control('channels', { listed: 'config' });
  expect((await query(key, { q: 'channel' })).status).toBe(501);
  expect(list((await query(key, { q: 'config' })).body, 'channels')).toHaveLength(4);
  await control('channels', { listed: 'none' });
  expect(field((await query(key, { q: 'config' })).body, 'channels')).toBeUndefined();
});

it('may have its media endpoint elsewhere', async () => {
  await control('media-endpoint', { url: 'http://10.0.0.1/media' });
  const { body } = await query(await keyOf('micropub'), { q: 'config' });
  expect(field(body, 'media-endpoint')).toBe('http://10.0.0.1/media');
});

it('sends a wrong token to its login page, whatever the caller accepts', async () => {
  const headers = { ...bearer({ username: '', apiKey: 'wrong' }), accept: 'application/json' };
  const read = await call(`${site}/micropub?q=config`, { headers });
  const back = encodeURIComponent('/hub/micropub/micropub?q=config');
  expect([read.status, read.headers.get('location')]).toEqual([302, `${site}/session/login?redirect=${back}`]);
  expect((await call(read.headers.get('location') ?? '')).headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect((await call(`${site}/micropub?q=config`)).status).toBe(302);
  const written = await sendJson(`${site}/micropub`, {}, headers);
  expect({ status: written.status, body: written.body }).toEqual({
    status: 401,
    body: {
      error: 'unauthorized',
      error_description: 'The access token provided is expired, revoked, malformed, or invalid for other reasons',
    },
  });
  await control('wrong-token', { answer: 'redirect' });
  expect((await sendJson(`${site}/micropub`, {}, headers)).status).toBe(302);
  await control('wrong-token', { answer: 'unauthorized' });
  expect((await call(`${site}/micropub?q=config`, { headers })).status).toBe(401);
});

it('lets a token do what its scopes say', async () => {
  const reader = await keyOf('micropub', 'rita');
  const answers = [await create(reader, { content: ['x'] }), await sendMedia(reader)];
  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    ['create', 'media'].map((scope) => [
      403,
      {
        error: 'insufficient_scope',
        error_description: 'The request requires higher privileges than provided by the access token',
        scope,
      },
    ]),
  );
  expect((await query(reader, { q: 'config' })).status).toBe(200);
  await create(await keyOf('micropub', 'nils'), { content: ['x'], 'post-status': ['published'] });
  expect((await contents('micropub')).posts).toMatchObject([{ status: 'draft' }]);
});

it('says whose a token is, until the person removes it', async () => {
  const { apiKey } = await keyOf('micropub');
  const metadata = await call(`${site}/.well-known/oauth-authorization-server`);
  const ask = () =>
    call(String(field(metadata.body, 'introspection_endpoint')), {
      method: 'POST',
      body: new URLSearchParams({ token: apiKey }),
    });
  expect((await ask()).body).toEqual({
    active: true,
    me: `${site}/people/ann/`,
    scope: 'create update delete media',
    iat: 1_795_176_000,
  });
  await control('revoke-token', { username: 'ann' });
  expect((await ask()).body).toEqual({ active: false });
});

it('counts calls in headers, and keeps the limit where a test wants it', async () => {
  const key = await keyOf('micropub');
  const first = await query(key, { q: 'config' });
  expect(['policy', 'limit', 'remaining', 'reset'].map((name) => first.headers.get(`ratelimit-${name}`))).toEqual([
    '250;w=900',
    '250',
    '249',
    '900',
  ]);
  await control('rate-limit', { on: true, limit: 1 });
  expect((await query(key, { q: 'config' })).status).toBe(200);
  const refused = await create(key, { content: ['x'] });
  expect([refused.status, refused.headers.get('retry-after'), refused.text]).toEqual([
    429,
    '900',
    'Too many requests, please try again later.',
  ]);
  await advance(15 * 60_000);
  expect((await query(key, { q: 'config' })).status).toBe(200);
});

it('has pages of channels and people', async () => {
  await create(await keyOf('micropub'), { content: ['By the sea'], 'mp-channel': ['news'] });
  for (const path of ['/', '/channels/news/', '/people/ann/'])
    expect((await call(`${site}${path}`)).text).toContain('By the sea');
  expect((await call(`${site}/channels/events/`)).text).toContain('Nothing has been published here yet.');
  expect((await call(`${site}/channels/nothing/`)).status).toBe(404);
});
