import { beforeAll, describe, expect, test } from 'vitest';
import { checkAnswer } from '../check-answer.ts';
import { errorBody } from '../error-body.ts';
import type { Created, Project } from '../harness.ts';
import { rawPost, sendRaw } from '../raw-http.ts';
import { useServer } from '../use-server.ts';

const PATH = '/api/v1/posts';
const HEADER = 'headers.Idempotency-Key';

const server = useServer();
let project: Project;
let accountId: string;

beforeAll(async () => {
  ({
    project,
    account: { id: accountId },
  } = await server.person('threads'));
});

/** Publishes one text with the given header lines. Their characters are bytes. */
async function post(idempotencyKey: string | undefined, lines: readonly string[]) {
  const body = { content: 'Hello', platforms: [{ platform: 'threads', accountId }], idempotencyKey };
  const head = [`Authorization: Bearer ${project.apiKey}`, ...lines];
  const reply = await sendRaw(server.baseUrl, rawPost(PATH, head, JSON.stringify(body)));
  checkAnswer({ method: 'POST', path: PATH }, reply);
  return { ...reply, body: JSON.parse(reply.text) };
}

const asBytes = (text: string): string => Buffer.from(text).toString('latin1');

describe('refused', () => {
  const MISSING = 'An idempotency key is required: set idempotencyKey in the body or send the Idempotency-Key header.';
  const TWICE = 'The Idempotency-Key header was sent more than once. Send it once.';
  test.each<[string, string | undefined, string[], string, string]>([
    ['no key at all', undefined, [], 'idempotencyKey', MISSING],
    ['two header lines', undefined, ['Idempotency-Key: a', 'Idempotency-Key: b'], HEADER, TWICE],
    ['two header lines that agree', undefined, ['Idempotency-Key: a', 'idempotency-key: a'], HEADER, TWICE],
    ['two header lines beside a body', 'c', ['Idempotency-Key: a', 'Idempotency-Key: b'], HEADER, TWICE],
    ['an empty header', undefined, ['Idempotency-Key:'], HEADER, 'Must not be empty.'],
    ['a header of spaces', undefined, ['Idempotency-Key:    '], HEADER, 'Must not be empty.'],
    ['an empty header in quotes', undefined, ['Idempotency-Key: ""'], HEADER, 'Must not be empty.'],
    [
      '256 characters in the header',
      undefined,
      [`Idempotency-Key: ${'k'.repeat(256)}`],
      HEADER,
      'Must have at most 255 characters.',
    ],
    [
      '256 emoji in the header',
      undefined,
      [`Idempotency-Key: ${asBytes('😀'.repeat(256))}`],
      HEADER,
      'Must have at most 255 characters.',
    ],
    ['a tab in the header', undefined, ['Idempotency-Key: a\tb'], HEADER, 'Must not contain control characters.'],
    ['an empty body key', '', ['Idempotency-Key: a'], 'idempotencyKey', 'Must not be empty.'],
    ['256 characters in the body', 'k'.repeat(256), [], 'idempotencyKey', 'Must have at most 255 characters.'],
    ['a line break in the body', 'a\nb', [], 'idempotencyKey', 'Must not contain control characters.'],
    ['a C1 control in the body', 'a\u0085b', [], 'idempotencyKey', 'Must not contain control characters.'],
  ])('%s', async (_name, body, lines, path, message) => {
    const reply = await post(body, lines);
    expect(reply.status).toBe(400);
    const sentence = path === 'idempotencyKey' && body !== undefined ? `${path}: ${message}` : message;
    expect(reply.body).toEqual(errorBody(reply, 'invalid_request', sentence, [{ path, message }]));
  });
});

describe('two ways to write one key', () => {
  test.each<[string, string | undefined, string[], string | undefined, string[]]>([
    ['one character, in body and header', 'k', [], undefined, ['Idempotency-Key: k']],
    ['with and without quotes', undefined, ['Idempotency-Key: "two"'], undefined, ['Idempotency-Key: two']],
    ['the body wins', 'three', ['Idempotency-Key: other'], 'three', ['Idempotency-Key: another']],
    [
      '255 emoji in body and header',
      '😀'.repeat(255),
      [],
      undefined,
      [`Idempotency-Key: ${asBytes('😀'.repeat(255))}`],
    ],
    ['letters beyond ASCII, as UTF-8', 'clé-ключ-鍵', [], undefined, [`Idempotency-Key: ${asBytes('clé-ключ-鍵')}`]],
    ['letters beyond ASCII, as latin1', 'clé', [], undefined, ['Idempotency-Key: cl\u00e9']],
    ['spaces around it', 'four', [], undefined, ['Idempotency-Key:   four  ']],
    ['inner quotes and commas', 'a "b", c', [], undefined, ['Idempotency-Key: a "b", c']],
  ])('%s', async (_name, body, lines, bodyAgain, linesAgain) => {
    const first = await post(body, lines);
    expect([first.status, first.body.replayed]).toEqual([201, false]);
    const second = await post(bodyAgain, linesAgain);
    expect([second.status, second.body]).toEqual([200, { post: first.body.post, replayed: true, warnings: [] }]);
  });
});

describe('keys that differ', () => {
  test.each([
    ['by case', 'key-a', 'KEY-A'],
    ['by a space inside', 'key b', 'key  b'],
    ['by a quote in the body', 'key-c', '"key-c"'],
    ['by how a letter is composed', 'cl\u00e9', 'cle\u0301'],
  ])('%s', async (_name, one, other) => {
    const posts = [await post(`${one}-`, []), await post(`${other}-`, [])];
    expect(posts.map(({ status }) => status)).toEqual([201, 201]);
    expect(posts[0]!.body.post.id).not.toBe(posts[1]!.body.post.id);
  });

  test('by project alone: the same text in two projects is two keys', async () => {
    const other = await server.person('threads');
    const mine = await post('shared', []);
    const theirs = await other.publish({ content: 'Hello' }, 'shared');
    expect([mine.status, theirs.status, (theirs.body as Created).replayed]).toEqual([201, 201, false]);
  });
});
