import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Project, startTestServer, type TestServer } from '../harness.ts';

const NUL = 'Must not contain the character U+0000.';
const SURROGATE = 'Must not contain a lone surrogate (half of a UTF-16 pair).';
const CONTROL = 'Must not contain control characters.';
const SPACES = 'Must not contain spaces, control characters or backslashes; percent-encode them.';

let server: TestServer;
let project: Project;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.createProject();
});
afterAll(() => server.stop());

const target = { platform: 'threads', accountId: 'acc_1' };
const media = { type: 'image', url: 'https://cdn.example.com/a.jpg' };

/** Every string field of every body, as a function from its value to the whole body, with its path and what it says to U+0000. */
const fields: [path: string, route: string, body: (text: string) => object, nul: string][] = [
  ['profileId', '/accounts/connect', (text) => ({ platform: 'x', profileId: text }), NUL],
  ['redirectUrl', '/accounts/connect', (text) => ({ platform: 'x', redirectUrl: `https://a.example/${text}` }), SPACES],
  ...['/posts', '/posts/validate'].flatMap((route): typeof fields => [
    ['content', route, (text) => ({ content: text, platforms: [target] }), NUL],
    [
      'mediaItems[0].url',
      route,
      (text) => ({ mediaItems: [{ ...media, url: `https://a.example/${text}` }], platforms: [target] }),
      SPACES,
    ],
    [
      'mediaItems[0].coverUrl',
      route,
      (text) => ({ mediaItems: [{ ...media, coverUrl: `https://a.example/${text}` }], platforms: [target] }),
      SPACES,
    ],
    [
      'mediaItems[0].altText',
      route,
      (text) => ({ mediaItems: [{ ...media, altText: text }], platforms: [target] }),
      NUL,
    ],
    ['platforms[0].accountId', route, (text) => ({ platforms: [{ ...target, accountId: text }] }), NUL],
    ['platforms[0].content', route, (text) => ({ platforms: [{ ...target, content: text }] }), NUL],
    ['platforms[0].firstComment', route, (text) => ({ platforms: [{ ...target, firstComment: text }] }), NUL],
    ['platforms[0].spaceSlug', route, (text) => ({ platforms: [{ ...target, spaceSlug: text }] }), NUL],
    [
      'platforms[0].mediaItems[0].altText',
      route,
      (text) => ({ platforms: [{ ...target, mediaItems: [{ ...media, altText: text }] }] }),
      NUL,
    ],
  ]),
  ['idempotencyKey', '/posts', (text) => ({ platforms: [target], idempotencyKey: text }), CONTROL],
];

describe.each(fields)('%s of %s', (path, route, body, nul) => {
  test.each([
    ['U+0000', 'a\u0000b', nul],
    ['half of a pair at its end', 'a\ud83d', SURROGATE],
    ['half of a pair at its start', '\ude00b', SURROGATE],
    ['two halves in the wrong order', '\ude00\ud83d', SURROGATE],
  ])('refuses %s', async (_name, text, message) => {
    // JSON.stringify writes lone surrogates as escapes, so they arrive.
    const reply = await project.call('POST', `/api/v1${route}`, {
      ...(route === '/accounts/connect' ? {} : { idempotencyKey: randomUUID() }),
      ...body(text),
    });
    expect(reply.status).toBe(400);
    expect(reply.body.error.code).toBe('invalid_request');
    expect(reply.body.error.details).toEqual([{ path, message }]);
  });
});

describe('a query', () => {
  test.each([
    ['/accounts?profileId=a%00b', 'profileId', NUL],
    ['/posts?profileId=a%00b', 'profileId', NUL],
    ['/posts?accountId=%00', 'accountId', NUL],
    ['/posts?cursor=%00', 'cursor', NUL],
    [`/accounts?profileId=${'p'.repeat(256)}`, 'profileId', 'Must have at most 255 characters, has 256.'],
    ['/accounts?profileId=a&profileId=b', 'profileId', 'Must be given once, not several times.'],
    ['/accounts?includeRevoked=1', 'includeRevoked', "Must be 'true' or 'false'."],
    ['/accounts?includeRevoked=true&includeRevoked=true', 'includeRevoked', "Must be 'true' or 'false'."],
    ['/posts?limit=0', 'limit', 'Must be an integer from 1 to 100.'],
    ['/posts?limit=101', 'limit', 'Must be an integer from 1 to 100.'],
    ['/posts?limit=1e1', 'limit', 'Must be an integer from 1 to 100.'],
    ['/posts?limit=5&limit=6', 'limit', 'Must be an integer from 1 to 100.'],
    ['/posts?offset=-1', 'offset', 'Must be an integer from 0 to 1000000.'],
    ['/posts?cursor=', 'cursor', 'Must not be empty.'],
    ['/posts?cursor=abc&offset=0', 'cursor', 'Give `cursor` or `offset`, not both.'],
    [
      '/posts?createdAfter=2026-11-20',
      'createdAfter',
      'Must be an ISO 8601 timestamp with an explicit offset, such as 2026-11-20T10:00:00Z (in a query, send + as %2B).',
    ],
  ])('%.60s is refused', async (path, field, message) => {
    const reply = await project.call('GET', `/api/v1${path}`);
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatchObject({ code: 'invalid_request', message: `${field}: ${message}` });
    expect(reply.body.error.details).toEqual([{ path: field, message }]);
  });

  test('what it does not know is refused, each by its name', async () => {
    const reply = await project.call('GET', '/api/v1/accounts?__proto__=x&constructor=y&page[size]=3&__proto__=z');
    expect(reply.status).toBe(400);
    expect(reply.body.error.details).toEqual(
      ['__proto__', 'constructor', 'page[size]'].map((path) => ({
        path,
        message: 'Unknown parameter; known here: `profileId`, `platform`, `status` and `includeRevoked`.',
      })),
    );
  });
});

test('a whole text of characters beyond the basic plane passes, counted one by one', async () => {
  const reply = await project.call('POST', '/api/v1/accounts/connect', { platform: 'x', profileId: '😀'.repeat(255) });
  expect(reply.status).toBe(200);
});
