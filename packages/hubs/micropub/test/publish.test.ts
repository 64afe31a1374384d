import type { HubPost } from '@fanfare/hub';
import {
  CAROUSEL,
  CAROUSEL_FILES,
  factsOf,
  jsonOf,
  makeCall,
  type Reply,
  type Script,
  scriptedHub,
} from '@fanfare/hub/testing';
import { describe, expect, it } from 'vitest';
import { createMicropub } from '../src/index.ts';
import { aPage, LOGIN, refusal } from './replies.ts';

const { publish } = createMicropub();
const [JPEG, PNG] = CAROUSEL.images.map(({ url }) => url);

async function prepare(script: Script, input: HubPost = CAROUSEL) {
  const server = await scriptedHub({
    'GET /micropub': { json: { 'media-endpoint': '{url}/media' } },
    'POST /media': [
      { status: 201, headers: { location: '/files/1.jpg' } },
      { status: 202, headers: { location: 'https://files.test/2.png' } },
    ],
    ...script,
  });
  const call = makeCall(server, {
    type: 'micropub',
    apiUrl: `${server.url}/micropub`,
    files: CAROUSEL_FILES,
  });
  const prepared = publish.prepare(call, input);
  prepared.catch(() => {});
  return { server, prepared };
}

describe('preparing a post', () => {
  it('gives the public addresses of the images where there is no media endpoint', async () => {
    const { server, prepared } = await prepare({ 'GET /micropub': { json: {} } }, { ...CAROUSEL, text: '' });
    expect((await prepared).body).toMatchObject({ properties: { photo: [{ value: JPEG, alt: 'A loaf' }, PNG] } });
    expect(server.lines()).toEqual(['GET /micropub']);
  });

  it('refuses a media endpoint on an origin that was not named when the account was connected', async () => {
    const elsewhere = await scriptedHub({ 'POST /media': { status: 201, headers: { location: '/files/1.jpg' } } });
    const { prepared } = await prepare({ 'GET /micropub': { json: { 'media-endpoint': `${elsewhere.url}/media` } } });
    expect(await factsOf(prepared)).toMatchObject({ code: 'permission_missing', outcome: 'not_sent' });
    expect(elsewhere.lines()).toEqual([]);
  });

  const places = (...uids: unknown[]): Reply => ({ json: { 'syndicate-to': uids.map((uid) => ({ uid, name: 'A' })) } });
  const options = { micropub: { categories: ['Rye', 'Bread'], syndicateTo: ['https://a.test/@me', 'b'] } };
  const entry: HubPost = { text: 'Rye is back', images: [], options };

  it('sends its tags, and the places of copies that the server lists', async () => {
    const { server, prepared } = await prepare({ 'GET /micropub': places(7, 'b', 'https://a.test/@me') }, entry);
    expect((await prepared).body).toMatchObject({
      properties: { category: ['Rye', 'Bread'], 'mp-syndicate-to': ['https://a.test/@me', 'b'] },
    });
    expect(server.requests.map(({ query }) => query.q)).toEqual(['syndicate-to']);
  });

  it.each([
    ['lists others', places('b')],
    ['lists none', places()],
    ['does not know the query', refusal(400, 'invalid_request')],
  ])('fails before anything is uploaded where the server %s', async (_, reply) => {
    const { server, prepared } = await prepare({ 'GET /micropub': reply }, { ...CAROUSEL, options });
    expect(await factsOf(prepared)).toEqual({
      code: 'content_rejected',
      outcome: 'not_sent',
      message: 'The hub sends no copies to "https://a.test/@me".',
      remedy: 'Use the uid of a place that the hub lists for q=syndicate-to.',
    });
    expect(server.lines()).toEqual(['GET /micropub']);
  });

  it('names the image that the server refuses', async () => {
    const { prepared } = await prepare({
      'POST /media': [{ status: 201, headers: { location: '/files/1.jpg' } }, refusal(415, 'unsupported_media_type')],
    });
    expect(await factsOf(prepared)).toMatchObject({
      code: 'media_rejected',
      mediaIndex: 1,
      networkCode: 'unsupported_media_type',
    });
  });

  it.each<[string, Reply, string]>([
    ['in the body', { status: 201, json: { url: '{url}/files/1.jpg' } }, '{url}/files/1.jpg'],
    ['under 200', { status: 200, headers: { location: '/files/1.jpg' } }, '{url}/files/1.jpg'],
    [
      'in header and body',
      { status: 201, headers: { location: 'https://cdn.test/1.jpg' }, json: { url: '{url}/2.jpg' } },
      'https://cdn.test/1.jpg',
    ],
  ])('takes the address of an upload %s', async (_, reply, address) => {
    const one = { text: '', images: CAROUSEL.images.slice(1) };
    const { server, prepared } = await prepare({ 'POST /media': reply }, one);
    expect((await prepared).body).toMatchObject({
      properties: { photo: [address.replace('{url}', server.url)] },
    });
  });

  it.each([
    ['a page under 200', aPage],
    ['200 with an address in its body', { status: 200, json: { url: '{url}/files/1.jpg' } }],
    ['an address in the body on another origin', { status: 201, json: { url: 'https://elsewhere.test/1.jpg' } }],
    ['201 without an address', { status: 201, text: '' }],
    ['an address that is none', { status: 201, headers: { location: 'javascript:alert(1)' } }],
  ])('takes %s for no upload', async (_, reply) => {
    const { prepared } = await prepare({ 'POST /media': reply });
    expect(await factsOf(prepared)).toMatchObject({ code: 'network_unavailable', outcome: 'rejected' });
  });
});

/** A server that says nothing about its posts. */
const UNKNOWN_QUERY: Reply = { status: 501, json: { error: 'not_implemented' } };
const source = (status: string): Reply => ({ json: { type: ['h-entry'], properties: { 'post-status': [status] } } });

async function send(reply: Reply, look = UNKNOWN_QUERY) {
  const server = await scriptedHub({ 'POST /micropub': reply, 'GET /micropub': look });
  const call = makeCall(server, { type: 'micropub', apiUrl: `${server.url}/micropub` });
  const sent = publish.send(call, { handle: null, body: { type: ['h-entry'], properties: { content: ['Rye'] } } });
  sent.catch(() => {});
  return { server, sent };
}

describe('creating the post', () => {
  it.each([
    ['201', 201, 'https://hub.test/notes/rye', 'https://hub.test/notes/rye'],
    ['202, with a relative address', 202, '/notes/rye', '{url}/notes/rye'],
  ])('is one call that gives the address of the post: %s', async (_, status, location, url) => {
    const { server, sent } = await send({ status, headers: { location } });
    const address = url.replace('{url}', server.url);
    expect(await sent).toEqual({ platformPostId: address, url: address });
    expect(server.lines()).toEqual(['POST /micropub', 'GET /micropub']);
    expect(server.requests[1]?.query).toEqual({ q: 'source', url: address });
    expect(jsonOf(server.requests[0])).toEqual({ type: ['h-entry'], properties: { content: ['Rye'] } });
  });

  it.each([
    ['a page', aPage],
    ['an error under 200', { json: { error: 'invalid_request' } }],
    ['200 with an address', { status: 200, headers: { location: '/notes/rye' } }],
    ['201 with a page', { status: 201, text: '<html>' }],
    ['201 with an error', { status: 201, json: { error: 'invalid_request' } }],
    ['500', { status: 500, text: '' }],
    ['a redirect', { status: 307, headers: { location: '/elsewhere' } }],
    ['no answer', 'hang up'],
  ] as const)('is unknown after %s, and sent once', async (_, reply) => {
    const { server, sent } = await send(reply);
    const facts = await factsOf(sent);
    expect([facts.code, facts.outcome, facts.retryAfterMs]).toEqual(['network_unavailable', 'unknown', undefined]);
    expect(server.lines()).toHaveLength(1);
  });

  it.each<[string, Reply, string | null]>([
    [
      'an address in the body',
      { status: 202, json: { url: '{url}/notes/rye', preview: '{url}/p' } },
      '{url}/notes/rye',
    ],
    ['no address', { status: 201, text: '' }, null],
    ['an address that is none', { status: 201, headers: { location: 'mailto:ann@hub.test' } }, null],
    ['an address in the body on another origin', { status: 201, json: { url: 'https://elsewhere.test/' } }, null],
  ])('is done, at once, after %s, where the server lists no posts', async (_, reply, url) => {
    const { server, sent } = await send(reply);
    const address = url?.replace('{url}', server.url) ?? null;
    expect(await sent).toEqual({ platformPostId: address, url: address });
  });

  it('is looked for after 201 without an address, where the server lists its posts', async () => {
    const { sent } = await send({ status: 201, text: '' }, { json: { items: [] } });
    expect(await factsOf(sent)).toMatchObject({ outcome: 'unknown', networkCode: 'created_without_address' });
  });

  it('keeps the query of an endpoint, as WordPress without permalinks has one', async () => {
    const route = '/micropub/1.0/endpoint';
    const server = await scriptedHub({
      [`POST ${route}`]: { status: 201, headers: { location: '/?p=12' } },
      [`GET ${route}`]: source('published'),
    });
    const apiUrl = `${server.url}/?rest_route=${encodeURIComponent(route)}`;
    const call = makeCall(server, { type: 'micropub', apiUrl });
    const url = `${server.url}/?p=12`;
    expect(await publish.send(call, { handle: null, body: null })).toEqual({ platformPostId: url, url });
    expect(server.requests.map(({ query }) => query)).toEqual([
      { rest_route: route },
      { rest_route: route, q: 'source', url },
    ]);
  });

  it('is done although the run is stopped while the post is looked at', async () => {
    const stop = new AbortController();
    const server = await scriptedHub({ 'POST /micropub': { status: 201, headers: { location: '/notes/rye' } } });
    const call = makeCall(server, { type: 'micropub', apiUrl: `${server.url}/micropub` });
    const sleep = async () => {
      stop.abort();
      throw new Error('stopped');
    };
    const clock = { ...call.clock, sleep };
    const sent = publish.send({ ...call, clock, signal: stop.signal }, { handle: null, body: null });
    expect(await sent).toMatchObject({ url: `${server.url}/notes/rye` });
  });

  it('is not done when the hub says that the post is a draft', async () => {
    const { server, sent } = await send({ status: 201, headers: { location: '/notes/rye' } }, source('draft'));
    expect(await factsOf(sent)).toMatchObject({
      code: 'permission_missing',
      outcome: 'rejected',
      networkCode: 'draft',
    });
    expect(server.lines()).toEqual(['POST /micropub', 'GET /micropub']);
  });

  it.each<[string, Reply]>([
    ['says that it is published', source('published')],
    ['shows a page', aPage],
    ['is down', { status: 500, text: '' }],
    ['refuses the look', refusal(401, 'unauthorized')],
  ])('is done when the look at the post %s', async (_, look) => {
    const { server, sent } = await send({ status: 201, headers: { location: '/notes/rye' } }, look);
    expect(await sent).toMatchObject({ url: `${server.url}/notes/rye` });
  });

  it.each([
    ['the server wants a login', LOGIN, 'credential_rejected', 'revoked'],
    ['the key has ended', refusal(401, 'unauthorized'), 'credential_rejected', 'revoked'],
    ['the scope is missing', refusal(403, 'insufficient_scope'), 'permission_missing', undefined],
    ['the post is refused', refusal(400, 'invalid_request'), 'content_rejected', undefined],
    ['a firewall refuses', { status: 403, text: '<html>' }, 'network_unavailable', undefined],
    ['a page is missing', { status: 404, text: '<html>' }, 'network_unavailable', undefined],
    ['a firewall does not like it', { status: 406, text: '<html>' }, 'network_unavailable', undefined],
    ['there are too many calls', { status: 429, headers: { 'retry-after': '7' } }, 'rate_limited', undefined],
  ])('is refused when %s', async (_, reply, code, credential) => {
    const facts = await factsOf((await send(reply)).sent);
    expect([facts.code, facts.outcome, facts.credential]).toEqual([code, 'rejected', credential]);
  });
});
