import type { OAuthPlatform } from '@fanfare/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '../error-body.ts';
import { allPublic } from '../events/read-events.ts';
import { type Person, useServer } from '../use-server.ts';
import { networkCalls, post, postSigned, sign, signedRequest } from './callbacks.ts';
import { dumpOf } from './dump.ts';

const server = useServer();
const NOW = () => Math.floor(Date.now() / 1000);

let ana: Person;
let before: string[];
beforeAll(async () => {
  ana = await server.person('instagram');
  await ana.publish({ content: '', mediaItems: [{ type: 'image', url: server.sandbox.sample('harbour.jpg') }] });
  await allPublic(server.db);
  before = await stored();
});

/**
 * The whole database without what is written beside requests: the restore guard, the time at which
 * the server was last seen, and the log of the calls that came before.
 */
const stored = async () =>
  (await dumpOf(server.db)).filter((row) => !/^public\.(restore_guard|request_log|servers) /.test(row));

const me = (over: Record<string, unknown> = {}, platform = 'instagram') =>
  signedRequest(platform, ana.account.platformUserId, over);
const form = (text: string) => new URLSearchParams({ signed_request: text });
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

function severalParts(text: string): FormData {
  const data = new FormData();
  data.append('signed_request', text);
  return data;
}

const NOT_SIGNED =
  'signed_request is not signed with the app secret this installation has for this network. Each product has its own callback address and secret; compare them in the app dashboard.';
const NO_SHAPE =
  'signed_request is not a signed request: a signature and a payload in base64url, with a dot between. It may have been cut.';
const NOT_A_FORM = 'Send the callback as a form: "Content-Type: application/x-www-form-urlencoded".';

type Case = [
  what: string,
  body: () => RequestInit['body'],
  headers: Record<string, string>,
  path: string,
  message: string,
];

const CASES: Case[] = [
  [
    'forged',
    () => form(sign({ algorithm: 'HMAC-SHA256', issued_at: NOW(), user_id: ana.account.platformUserId }, 'guessed')),
    {},
    'signed_request',
    NOT_SIGNED,
  ],
  [
    'signed with the secret of another product',
    () =>
      form(
        sign(
          { algorithm: 'HMAC-SHA256', issued_at: NOW(), user_id: ana.account.platformUserId },
          'sandbox-threads-secret',
        ),
      ),
    {},
    'signed_request',
    NOT_SIGNED,
  ],
  [
    'signed with an empty secret',
    () => form(sign({ algorithm: 'HMAC-SHA256', issued_at: NOW(), user_id: ana.account.platformUserId }, '')),
    {},
    'signed_request',
    NOT_SIGNED,
  ],
  [
    'changed after it was signed',
    () => form(`${me().split('.')[0]}.${me({ user_id: '17' }).split('.')[1]}`),
    {},
    'signed_request',
    NOT_SIGNED,
  ],
  ['cut within the payload', () => form(me().slice(0, -8)), {}, 'signed_request', NOT_SIGNED],
  ['cut within the signature', () => form(me().slice(10)), {}, 'signed_request', NOT_SIGNED],
  ['cut before the payload', () => form(me().split('.')[0]!), {}, 'signed_request', NO_SHAPE],
  ['of three parts', () => form(`${me()}.more`), {}, 'signed_request', NO_SHAPE],
  ['signed but without a user', () => form(me({ user_id: undefined })), {}, 'signed_request', NO_SHAPE],
  ['signed but no object', () => form(sign('17', 'sandbox-instagram-secret')), {}, 'signed_request', NO_SHAPE],
  [
    'signed with another algorithm',
    () => form(me({ algorithm: 'none' })),
    {},
    'signed_request',
    'signed_request is not signed with HMAC-SHA256, the one algorithm that is accepted.',
  ],
  [
    'from the day before yesterday',
    () => form(me({ issued_at: NOW() - 2 * 86_400 })),
    {},
    'signed_request',
    'signed_request was signed too long ago. Have the network send a new one.',
  ],
  [
    'over-long',
    () => form(me({ padding: 'x'.repeat(4_000) })),
    {},
    'signed_request',
    'signed_request is longer than any a network sends. Send it as the network made it.',
  ],
  [
    'far too long',
    () => form(me({ padding: 'x'.repeat(20_000) })),
    {},
    'body',
    'The form cannot be read: it is larger than 16 KiB.',
  ],
  [
    'missing',
    () => new URLSearchParams({ signed: me() }),
    {},
    'signed_request',
    'signed_request is missing. Send the form field the network signed.',
  ],
  ['empty', () => form(''), {}, 'signed_request', 'signed_request is missing. Send the form field the network signed.'],
  [
    'repeated',
    () => `signed_request=${me()}&signed_request=${me()}`,
    FORM,
    'signed_request',
    'signed_request was sent 2 times. Send it once.',
  ],
  [
    'a list',
    () => `signed_request[]=${me()}`,
    FORM,
    'signed_request',
    'signed_request is missing. Send the form field the network signed.',
  ],
  [
    'JSON',
    () => JSON.stringify({ signed_request: me() }),
    { 'content-type': 'application/json' },
    'headers.content-type',
    NOT_A_FORM,
  ],
  ['a form of several parts', () => severalParts(me()), {}, 'headers.content-type', NOT_A_FORM],
  ['without a body', () => null, {}, 'headers.content-type', NOT_A_FORM],
  [
    'compressed',
    () => 'x',
    { ...FORM, 'content-encoding': 'gzip' },
    'body',
    'The form cannot be read: it is compressed. Send it uncompressed.',
  ],
  [
    'of an unknown charset',
    () => 'x',
    { 'content-type': `${FORM['content-type']}; charset=klingon` },
    'body',
    'The form cannot be read: its charset is not supported. Send it as UTF-8.',
  ],
];

describe.each(['deauthorize', 'data-deletion'] as const)(
  '%s changes nothing and says what is wrong when the request is',
  (name) => {
    test.each(CASES)('%s', async (_what, body, headers, path, message) => {
      const answer = await post(server, `instagram/${name}`, body(), headers);
      expect([answer.status, answer.body]).toEqual([
        400,
        errorBody(answer, 'invalid_request', message, [{ path, message }]),
      ]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await stored()).toEqual(before);
    });
  },
);

test.each([
  ['truncated', { truncated: true }],
  ['issued two days ago', { ageSeconds: 172_800 }],
  ['of another algorithm', { algorithm: 'none' }],
  ['forged', { forged: true }],
])('a callback that the sandbox makes %s changes nothing either', async (_what, how) => {
  for (const name of ['deauthorize', 'data-deletion'] as const) {
    const { status, body } = await networkCalls(server, ana, name, how);
    expect([status, body]).toMatchObject([
      400,
      { error: { code: 'invalid_request', details: [{ path: 'signed_request' }] } },
    ]);
  }
  expect(await stored()).toEqual(before);
});

test('a forger who knows the person is refused too, and the log contains nothing of the request', async () => {
  const answer = await networkCalls(server, ana, 'data-deletion', { forged: true });
  expect([answer.status, answer.body]).toMatchObject([
    400,
    { error: { code: 'invalid_request', message: NOT_SIGNED } },
  ]);
  expect(await stored()).toEqual(before);
  expect(server.log()).toContain('a removal callback was refused');
  expect(server.log()).not.toContain(me().split('.')[1]!.slice(0, 20));
  const published = await ana.publish({
    content: '',
    mediaItems: [{ type: 'image', url: server.sandbox.sample('beans.jpg') }],
  });
  expect(published.body.post.targets[0]!.status).toBe('published');
});

describe('there is no such address', () => {
  test.each([
    ['for a network without callbacks', 'x/deauthorize'],
    ['for a network without callbacks', 'linkedin/data-deletion'],
    ['for an unknown network', 'friendster/deauthorize'],
    ['for another notification', 'instagram/insult'],
    ['for a property of every object', 'instagram/constructor'],
  ])('%s: %s', async (_what, path) => {
    const answer = await postSigned(server, path, me());
    expect([answer.status, answer.body]).toEqual([
      404,
      errorBody(answer, 'not_found', 'There is nothing at this address.'),
    ]);
  });

  test('for readers: only networks post there', async () => {
    const response = await fetch(`${server.baseUrl}/removal/instagram/data-deletion`);
    expect([response.status, response.headers.get('allow'), await response.json()]).toEqual([
      405,
      'POST',
      errorBody(response, 'method_not_allowed', 'GET is not allowed here. Use POST.'),
    ]);
  });
});

describe('a network that is not set up', () => {
  const bare = useServer({ env: { INSTAGRAM_CLIENT_SECRET: '' } });

  test('accepts no signature, not even one with the empty secret', async () => {
    const platform: OAuthPlatform = 'instagram';
    const forged = sign({ algorithm: 'HMAC-SHA256', issued_at: NOW(), user_id: '17' }, '');
    const answer = await postSigned(bare, `${platform}/data-deletion`, forged);
    expect([answer.status, answer.headers.get('retry-after'), answer.body]).toEqual([
      503,
      '3600',
      errorBody(
        answer,
        'unavailable',
        'instagram is not set up on this installation: its operator has not given the app credentials (docs/networks/instagram.md).',
      ),
    ]);
    expect((await bare.db.query({ text: 'select from removal_requests' })).rowCount).toBe(0);
  });
});
