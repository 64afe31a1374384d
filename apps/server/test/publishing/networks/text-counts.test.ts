import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, useServer } from '../../use-server.ts';

const server = useServer();

/** Texts whose length depends on how one counts. */
const CORPUS = [
  '',
  'plain words',
  '港の朝は早い',
  'あいうえお カタカナ 한국어',
  '👍👍🏽👨‍👩‍👧‍👦🏳️‍🌈🇯🇵1️⃣',
  '☕️ © ™ ↔ ▶️ ♀️',
  'e\u0301 n\u0303 A\u030A',
  'ﬁ ß Ǆ İ',
  'السلام عليكم नमस्ते ไทย',
  'क्षि কি நி กำ မြန် a\u0301\u0302\u0303',
  '\u200d\u200b\u2060\u00ad',
  'line one\nline two\r\nline three',
  'https://example.com/a_b(c)?q=1#x and http://ok.so',
  'example.com README.md a@b.com #tag @name $TSLA',
  '日本語example.com中国語 (example.org)',
  '\\ | { } @ [ ] ( ) < > # * _ ~',
  '𝕳𝖊𝖑𝖑𝖔 𐐷 🄰',
];

/** A text that the service counts as exactly `length`: letters first, then the given piece. */
async function fill(person: Person, piece: string, length: number): Promise<string> {
  const text = `${'a'.repeat(length)} ${piece}`;
  const actual = (await judge(person, text))?.actual;
  return actual === undefined ? 'a'.repeat(length) : text.slice(actual - length);
}

/** The service's error about a text: null when it would publish it. */
async function judge({ project, account }: Person, content: string) {
  const reply = await project.call<{ violations: { rule: string; actual?: number }[] }>(
    'POST',
    '/api/v1/posts/validate',
    {
      content,
      platforms: [{ platform: account.platform, accountId: account.id }],
    },
  );
  return reply.body.violations.find(({ rule }) => /max_(weighted_)?length/.test(rule)) ?? null;
}

/** The service's token for this person, as the network last saw it. */
async function tokenOf(person: Person): Promise<string> {
  await person.target({ content: 'Hello' });
  const calls = (await person.calls()).filter(({ method }) => method === 'POST');
  return String(calls.at(-1)!.headers.authorization ?? new URLSearchParams(calls[0]!.body!).get('access_token'));
}

type Ask = (token: string, text: string) => Promise<number>;

const threads: Ask = async (token, text) => {
  const body = new URLSearchParams({ media_type: 'TEXT', text, access_token: token });
  return (await fetch(`${server.sandbox.url}/threads/graph/v1.0/me/threads`, { method: 'POST', body })).status;
};
const x: Ask = async (authorization, text) => {
  const headers = { authorization, 'content-type': 'application/json' };
  const url = `${server.sandbox.url}/x/api/2/tweets`;
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ text }) })).status;
};

describe.each([
  { platform: 'threads' as const, max: 500, ask: threads, taken: 200, refused: 500 },
  { platform: 'x' as const, max: 280, ask: x, taken: 201, refused: 403 },
])('$platform', ({ platform, max, ask, taken, refused }) => {
  let person: Person;
  let token: string;
  beforeAll(async () => {
    person = await server.person(platform);
    token = await tokenOf(person);
  });

  test.each(CORPUS.map((piece) => [piece]))('and the service agree on the length at the limit: %j', async (piece) => {
    const full = await fill(person, piece, max);
    const over = `a${full}`;
    expect([await judge(person, full), await ask(token, full)]).toEqual([null, taken]);
    expect([await judge(person, over), await ask(token, over)]).toMatchObject([
      { limit: max, actual: max + 1 },
      refused,
    ]);
  });
});
