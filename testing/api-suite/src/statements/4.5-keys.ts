import { expect } from 'vitest';
import { expectedPost } from '../expected-post.ts';
import { errorBody, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.5';

/** Locations of a key, with the refusal of a value that is too long. */
const PLACES = [
  {
    place: 'the body',
    path: 'idempotencyKey',
    takesControls: true,
    send: (key: string) => ({ fields: { idempotencyKey: key }, headers: {} }),
  },
  {
    place: 'the header Idempotency-Key',
    path: 'headers.Idempotency-Key',
    takesControls: false,
    send: (key: string) => ({ fields: {}, headers: { 'Idempotency-Key': key } }),
  },
] as const;

export const keyStatements: readonly Statement[] = [
  ...PLACES.map(
    ({ place, path, takesControls, send }): Statement => ({
      section,
      statement: `an idempotency key in ${place} has 1 to 255 characters, ${takesControls ? 'any' : 'none of them a control character'}`,
      async run(api) {
        const project = await api.project();
        const x = await project.connect('x');
        const ask = (key: string) => {
          const { fields, headers } = send(key);
          return project.call('POST', '/posts', {
            body: { content: 'Keyed.', platforms: [targetEntry(x)], publishAt: '2099-01-01T00:00:00Z', ...fields },
            headers,
          });
        };
        const stem = api.newKey();
        const longest = await ask(stem.padEnd(255, '-'));
        expect(longest.status).toBe(202);
        const refusals: readonly (readonly [key: string, message: string])[] = [
          ['', 'Must not be empty.'],
          [stem.padEnd(256, '-'), 'Must have at most 255 characters, has 256.'],
          ...(takesControls
            ? ([
                [`${stem}\u0000`, 'Must not contain the character U+0000.'],
                [`${stem}\ud800`, 'Must not contain a lone surrogate (half of a UTF-16 pair).'],
              ] as const)
            : ([[`${stem}\tend`, 'Must not contain control characters.']] as const)),
        ];
        for (const [key, message] of refusals) {
          const { status, body } = await ask(key);
          expect({ status, body }, message).toEqual({
            status: 400,
            body: errorBody('invalid_request', [{ path, message }]),
          });
        }
      },
    }),
  ),
  {
    section,
    statement: 'without a key in body or header: 400 invalid_request, naming both places',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { status, body } = await project.call('POST', '/posts', {
        body: { content: 'Keyless.', platforms: [targetEntry(x)] },
      });
      const message =
        'An idempotency key is required: set idempotencyKey in the body or send the Idempotency-Key header.';
      expect({ status, body }).toEqual({
        status: 400,
        body: errorBody('invalid_request', [{ path: 'idempotencyKey', message }]),
      });
    },
  },
  {
    section,
    statement: 'the key is also accepted as the header Idempotency-Key, one pair of double quotes round it is no part',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const key = api.newKey();
      const body = { content: 'By header.', platforms: [targetEntry(x)] };
      const first = await project.call('POST', '/posts', { body, headers: { 'Idempotency-Key': `"${key}"` } });
      expect({ status: first.status, body: first.body }).toEqual({
        status: 201,
        body: {
          post: expectedPost({ content: 'By header.', status: 'published', targets: [publishedTarget(x)] }),
          replayed: false,
          warnings: [],
        },
      });
      const { post } = first.body as { post: unknown };
      const asHeader = await project.call('POST', '/posts', { body, headers: { 'Idempotency-Key': key } });
      const inBody = await project.call('POST', '/posts', { body: { ...body, idempotencyKey: key } });
      for (const again of [asHeader, inBody]) {
        const got = { status: again.status, body: again.body, mismatch: again.headers.get('Idempotency-Mismatch') };
        expect(got).toEqual({ status: 200, body: { post, replayed: true, warnings: [] }, mismatch: null });
      }
    },
  },
  {
    section,
    statement: 'the key in the body wins if both are present',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const [inBody, inHeader] = [api.newKey(), api.newKey()];
      const ask = (content: string, idempotencyKey: string | undefined, header: string | undefined) =>
        project.call('POST', '/posts', {
          body: { content, platforms: [targetEntry(x)], ...(idempotencyKey !== undefined && { idempotencyKey }) },
          headers: header === undefined ? {} : { 'Idempotency-Key': header },
        });
      const first = await ask('Two keys.', inBody, inHeader);
      expect(first.status).toBe(201);
      const { post } = first.body as { post: unknown };
      const sameInBody = await ask('Two keys.', inBody, undefined);
      expect({ status: sameInBody.status, body: sameInBody.body }).toEqual({
        status: 200,
        body: { post, replayed: true, warnings: [] },
      });
      // The one in the header was not used by it.
      const otherPost = await ask('The key of the header is free.', undefined, inHeader);
      expect({ status: otherPost.status, body: otherPost.body }).toMatchObject({
        status: 201,
        body: { replayed: false },
      });
    },
  },
  {
    section,
    statement: 'two Idempotency-Key header lines: 400 invalid_request, also beside a key in the body',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const path = 'headers.Idempotency-Key';
      const message = 'The Idempotency-Key header was sent more than once. Send it once.';
      for (const fields of [{}, { idempotencyKey: api.newKey() }]) {
        const { status, body } = await api.send({
          method: 'POST',
          path: '/api/v1/posts',
          headers: [
            ['Authorization', `Bearer ${project.apiKey}`],
            ['Content-Type', 'application/json'],
            ['Idempotency-Key', api.newKey()],
            ['Idempotency-Key', api.newKey()],
          ],
          body: JSON.stringify({ content: 'Which?', platforms: [targetEntry(x)], ...fields }),
        });
        expect({ status, body }).toEqual({
          status: 400,
          body: errorBody('invalid_request', [{ path, message }]),
        });
      }
    },
  },
  {
    section,
    statement:
      'keys in the body that differ by case, a space, quotes, a control character or how a letter is composed are different keys',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const stem = api.newKey();
      const publishAt = '2099-01-01T00:00:00Z';
      const keys = [
        'key',
        'KEY',
        'key two',
        'key  two',
        '"key"',
        'key\n',
        '\tkey',
        'key\u0085',
        'cl\u00e9',
        'cle\u0301',
      ].map((key) => `${stem} ${key}`);
      for (const idempotencyKey of keys) {
        const body = { content: idempotencyKey, publishAt, platforms: [targetEntry(x)], idempotencyKey };
        expect((await project.call('POST', '/posts', { body })).status, idempotencyKey).toBe(202);
      }
    },
  },
  {
    section,
    statement: 'keys are scoped per project: the same string in two projects does not collide',
    async run(api) {
      const [one, other] = await Promise.all([api.project(), api.project()]);
      const [ofOne, ofOther] = await Promise.all([one.connect('x'), other.connect('x')]);
      const idempotencyKey = api.newKey();
      const first = await one.call('POST', '/posts', {
        body: { content: 'Ours.', platforms: [targetEntry(ofOne)], idempotencyKey },
      });
      const second = await other.call('POST', '/posts', {
        body: { content: 'Theirs.', platforms: [targetEntry(ofOther)], idempotencyKey },
      });
      expect(first.status).toBe(201);
      expect({ status: second.status, body: second.body }).toEqual({
        status: 201,
        body: {
          post: expectedPost({ content: 'Theirs.', status: 'published', targets: [publishedTarget(ofOther)] }),
          replayed: false,
          warnings: [],
        },
      });
    },
  },
];
