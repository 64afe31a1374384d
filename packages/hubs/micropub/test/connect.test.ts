import { API_KEY, factsOf, makeCall, makeIo, type Reply, type Script, scriptedHub } from '@fanfare/hub/testing';
import { Secret } from '@fanfare/network';
import { describe, expect, it } from 'vitest';
import { createMicropub } from '../src/index.ts';
import { aPage, LOGIN, refusal } from './replies.ts';

const driver = createMicropub();
const CONFIG: Reply = { json: { 'media-endpoint': '{url}/media', q: ['config', 'channel'] } };
const LINK: Reply = { text: '<html><head><link href="/micropub" rel="pingback MICROPUB"></head></html>' };

async function connect(script: Script, path = '', apiUrl: string | null = null) {
  const server = await scriptedHub(script);
  const url = `${server.url}${path}`;
  const connected = driver.connect(makeIo(), { url, apiUrl, username: null, apiKey: new Secret(API_KEY) });
  connected.catch(() => {});
  return { server, connected };
}

describe('finding the endpoint', () => {
  it.each([
    ['a link in the page', LINK],
    [
      'a link header',
      { text: '', headers: { link: '<{url}/hub>; rel=hub, </micropub>; title="a, b"; rel="micropub"' } },
    ],
  ])('takes the one of %s, and reads the page without the key', async (_, home) => {
    const { server, connected } = await connect({ 'GET /': home, 'GET /micropub': CONFIG });
    expect(await connected).toMatchObject({
      ok: true,
      user: { site: { apiUrl: `${server.url}/micropub`, keyOrigins: [server.url], name: '' } },
    });
    expect(server.requests.map(({ line, query, headers }) => [line, query, headers.authorization])).toEqual([
      ['GET /', {}, undefined],
      ['GET /micropub', { q: 'config' }, `Bearer ${API_KEY}`],
    ]);
  });

  it('takes the address itself where the page names none, and keeps its query', async () => {
    const { server, connected } = await connect({ 'GET /api': [{ status: 400, text: '' }, CONFIG] }, '/api?site=2');
    expect(await connected).toMatchObject({ user: { site: { apiUrl: `${server.url}/api?site=2` } } });
    expect(server.requests[1]?.query).toEqual({ site: '2', q: 'config' });
  });

  it('takes the address itself where the page is too large to be read', async () => {
    const { connected } = await connect({ 'GET /': [{ text: 'x'.repeat(1_100_000) }, CONFIG] });
    expect(await connected).toMatchObject({ ok: true });
  });

  it.each([429, 500, 503])('sends no key to a hub whose page answers %i', async (status) => {
    const { server, connected } = await connect({ 'GET /': { status, text: '' } });
    expect(await factsOf(connected)).toMatchObject({ code: 'network_unavailable', networkCode: String(status) });
    expect(server.requests.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  });

  it('refuses one on another origin, and sends the key nowhere', async () => {
    const { server, connected } = await connect({
      'GET /': { text: '<link rel="micropub" href="https://elsewhere.test/micropub">' },
    });
    expect(await factsOf(connected)).toMatchObject({ code: 'content_rejected', outcome: 'not_sent' });
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  it('is not taken from the page where the hub named it with the key', async () => {
    const server = await scriptedHub({ 'GET /': LINK, 'GET /api': CONFIG });
    const key = { url: server.url, apiUrl: `${server.url}/api`, username: null, apiKey: new Secret(API_KEY) };
    expect(await driver.connect(makeIo(), key)).toMatchObject({ user: { site: { apiUrl: `${server.url}/api` } } });
    expect(server.lines()).toEqual(['GET /', 'GET /api']);
  });

  it('does not stop a connect by code when the page cannot be read', async () => {
    const server = await scriptedHub({ 'GET /': 'hang up', 'GET /api': CONFIG });
    const key = { url: server.url, apiUrl: `${server.url}/api`, username: null, apiKey: new Secret(API_KEY) };
    expect(await driver.connect(makeIo(), key)).toMatchObject({ ok: true });
  });

  it.each([
    ['https://ann.example/', 'ann.example'],
    ['ann', 'ann'],
  ])('has the user that the hub named with the key: %s', async (userId, username) => {
    const server = await scriptedHub({ 'GET /micropub': CONFIG });
    const key = { url: server.url, apiUrl: `${server.url}/micropub`, username: null, apiKey: new Secret(API_KEY) };
    expect(await driver.connect(makeIo(), { ...key, userId })).toMatchObject({ user: { remoteId: userId, username } });
  });
});

describe('connecting to a Micropub server', () => {
  const withConfig = (config: Reply, token?: Reply) =>
    connect({
      'GET /': { text: '<link rel="micropub" href="/micropub"><link rel="token_endpoint" href="/token">' },
      'GET /micropub': config,
      ...(token && { 'GET /token': token }),
    });

  it('takes the origin of the media endpoint for one that may get the key', async () => {
    const { server, connected } = await withConfig({ json: { 'media-endpoint': 'https://files.test/media' } });
    expect(await connected).toMatchObject({ user: { site: { keyOrigins: [server.url, 'https://files.test'] } } });
  });

  it('takes nothing for a media endpoint that no one can call', async () => {
    const { server, connected } = await withConfig({ json: { 'media-endpoint': 'javascript:alert(1)' } });
    expect(await connected).toMatchObject({ user: { site: { keyOrigins: [server.url] } } });
  });

  const byMetadata = (introspection: string, answer: Reply) =>
    connect({
      'GET /': { headers: { link: '</micropub>; rel="micropub", </metadata>; rel="indieauth-metadata"' } },
      'GET /micropub': CONFIG,
      'GET /metadata': { json: { introspection_endpoint: introspection } },
      'POST /introspect': answer,
    });

  it('asks the introspection endpoint for the user, with the key, and the metadata without it', async () => {
    const { server, connected } = await byMetadata('{url}/introspect', {
      json: { active: true, me: 'https://ann.test/', scope: 'create update media' },
    });
    expect(await connected).toMatchObject({ user: { remoteId: 'https://ann.test/', username: 'ann.test' } });
    const [, , metadata, introspection] = server.requests;
    expect([metadata?.line, metadata?.headers.authorization]).toEqual(['GET /metadata', undefined]);
    expect([introspection?.line, introspection?.headers.authorization, introspection?.body.toString()]).toEqual([
      'POST /introspect',
      `Bearer ${API_KEY}`,
      new URLSearchParams({ token: API_KEY }).toString(),
    ]);
  });

  it('finds the same user by key and by code', async () => {
    const answer = { json: { active: true, me: 'https://ann.test/', scope: 'create' } };
    const { server, connected } = await byMetadata('/introspect', answer);
    const byCode = { url: server.url, apiUrl: `${server.url}/micropub`, userId: '7', username: null };
    expect(await driver.connect(makeIo(), { ...byCode, apiKey: new Secret('another') })).toEqual(await connected);
  });

  it('never asks one on another origin', async () => {
    const elsewhere = await scriptedHub({ 'POST /introspect': { json: { active: true, me: 'https://eve.test/' } } });
    const { connected } = await byMetadata(`${elsewhere.url}/introspect`, { status: 500 });
    expect(await connected).toMatchObject({ user: { remoteId: expect.stringMatching(/^[0-9a-f]{16}$/) } });
    expect(elsewhere.lines()).toEqual([]);
  });

  it.each([true, 'true', 1])('knows the user where the introspection endpoint says active: %j', async (active) => {
    const { connected } = await byMetadata('/introspect', { json: { active, me: 'https://ann.test/', scope: 'post' } });
    expect(await connected).toMatchObject({ ok: true, user: { remoteId: 'https://ann.test/' } });
  });

  it.each([false, 'false', 0])('has a key that ended where it says active: %j', async (active) => {
    const { connected } = await byMetadata('/introspect', { json: { active } });
    expect(await factsOf(connected)).toMatchObject({ code: 'credential_rejected', credential: 'revoked' });
  });

  it.each([
    ['answers with a page', aPage],
    ['is down', { status: 500, text: '' }],
  ])('knows no user where the introspection endpoint %s', async (_, answer) => {
    const { connected } = await byMetadata('/introspect', answer);
    expect(await connected).toMatchObject({
      user: { remoteId: expect.stringMatching(/^[0-9a-f]{16}$/), isAnybody: true },
    });
  });

  it.each(['', '/notes/rye', '/micropub'])(
    'is one hub, named by where its endpoint is, from the address %j',
    async (path) => {
      const page = { text: '<link rel="micropub" href="/micropub?site=2">' };
      const { server, connected } = await connect(
        { 'GET /': page, 'GET /notes/rye': page, 'GET /micropub': [...(path === '/micropub' ? [page] : []), CONFIG] },
        path,
      );
      expect(await connected).toMatchObject({
        user: { home: server.url, site: { apiUrl: `${server.url}/micropub?site=2` } },
      });
      expect(await driver.findHome?.(makeIo(), `${server.url}${path}`)).toBe(server.url);
    },
  );

  it('knows the user by the address that an older token endpoint gives', async () => {
    const { connected } = await withConfig(CONFIG, { json: { me: 'https://ann.test/notes/', scope: 'create media' } });
    expect(await connected).toMatchObject({
      user: { remoteId: 'https://ann.test/notes/', username: 'ann.test/notes' },
    });
  });

  it('knows the user by the endpoint where the server says nothing, the same at every connect', async () => {
    const { server, connected } = await withConfig(CONFIG, { status: 500, text: '' });
    const first = await connected;
    expect(first).toMatchObject({
      user: { remoteId: expect.stringMatching(/^[0-9a-f]{16}$/), username: new URL(server.url).host },
    });
    const again = { url: server.url, apiUrl: null, username: null, apiKey: new Secret('another') };
    expect(await driver.connect(makeIo(), again)).toEqual(first);
  });

  it('names a missing scope', async () => {
    const { connected } = await withConfig(CONFIG, { json: { me: 'https://ann.test/', scope: 'profile media' } });
    expect(await connected).toEqual({
      ok: false,
      message: 'The key does not have the scope "create", which publishing needs.',
    });
  });

  it.each([
    ['302 to a page for signing in', LOGIN],
    ['401', refusal(401, 'unauthorized')],
    ['403', refusal(403, 'forbidden')],
    ['a bare 401', { status: 401, text: 'Unauthorized' }],
    ['a bare 403', { status: 403, text: 'Forbidden' }],
  ])('says that the key is refused on %s', async (_, reply) => {
    expect(await factsOf((await withConfig(reply)).connected)).toMatchObject({
      code: 'credential_rejected',
      credential: 'revoked',
    });
  });

  it.each([
    ['a page', aPage],
    ['404', { status: 404, text: '' }],
    ['a redirect elsewhere', { status: 301, headers: { location: 'https://www.hub.test/' } }],
    ['a list', { json: [] }],
    ['an error under 200', { json: { error: 'not_found' } }],
  ])('finds no Micropub where the answer is %s', async (_, reply) => {
    expect((await factsOf((await withConfig(reply)).connected)).code).toBe('content_rejected');
  });

  it('reports a hub that is down as such, without the key in its words', async () => {
    const facts = await factsOf((await withConfig(refusal(503, 'down', `No ${API_KEY}`))).connected);
    expect(facts).toMatchObject({ code: 'network_unavailable', networkMessage: 'No [redacted]' });
  });
});

describe('checking a key', () => {
  const check = async (reply: Reply) => {
    const server = await scriptedHub({ 'GET /': reply });
    return driver.checkKey(makeCall(server, { type: 'micropub' }));
  };

  it('ends quietly while it works', () => check(CONFIG));

  it.each([
    ['a page for signing in', LOGIN],
    ['401', refusal(401, 'unauthorized')],
    ['401 with the header', { status: 401, text: '', headers: { 'www-authenticate': 'Bearer realm="x"' } }],
  ])('finds that it ended on %s', async (_, reply) => {
    expect((await factsOf(check(reply))).credential).toBe('revoked');
  });

  it.each([
    ['a page of a proxy', { status: 401, text: '<html>Authorization Required</html>' }],
    ['a gateway', { status: 401, json: { message: 'Unauthorized' } }],
    ['a page for maintenance', { status: 302, headers: { location: '/maintenance' } }],
    ['a fault', { status: 500, text: '' }],
    ['a page under 200', aPage],
  ])('finds nothing out on %s', async (_, reply) => {
    const facts = await factsOf(check(reply));
    expect([facts.code, facts.credential]).toEqual(['network_unavailable', undefined]);
  });
});
