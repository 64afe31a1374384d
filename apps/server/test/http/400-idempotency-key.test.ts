import { beforeAll, describe, expect, test } from 'vitest';
import { checkAnswer } from '../check-answer.ts';
import { errorBody } from '../error-body.ts';
import type { Project } from '../harness.ts';
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

/** Publishes one text with these header lines. Their characters are bytes. */
async function post(idempotencyKey: string | undefined, lines: readonly string[]) {
  const body = { content: 'Hello', platforms: [{ platform: 'threads', accountId }], idempotencyKey };
  const head = [`Authorization: Bearer ${project.apiKey}`, ...lines];
  const reply = await sendRaw(server.baseUrl, rawPost(PATH, head, JSON.stringify(body)));
  checkAnswer({ method: 'POST', path: PATH }, reply);
  return { ...reply, body: JSON.parse(reply.text) };
}

const asBytes = (text: string): string => Buffer.from(text).toString('latin1');

test.each<[string, string, string]>([
  ['a header of spaces', 'Idempotency-Key:    ', 'Must not be empty.'],
  ['an empty header in quotes', 'Idempotency-Key: ""', 'Must not be empty.'],
  ['256 emoji', `Idempotency-Key: ${asBytes('😀'.repeat(256))}`, 'Must have at most 255 characters, has 256.'],
  ['a tab', 'Idempotency-Key: a\tb', 'Must not contain control characters.'],
])('%s is refused', async (_name, line, message) => {
  const reply = await post(undefined, [line]);
  expect(reply.status).toBe(400);
  expect(reply.body).toEqual(errorBody(reply, 'invalid_request', message, [{ path: HEADER, message }]));
});

describe('two spellings of one key', () => {
  test.each<[string, string | undefined, string[], string | undefined, string[]]>([
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
