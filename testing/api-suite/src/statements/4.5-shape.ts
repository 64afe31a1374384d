import { expect } from 'vitest';
import { ANY, errorBody } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.5';

type Body = Readonly<Record<string, unknown>>;
type Case = {
  readonly statement: string;
  /** Given an entry of `platforms` that is right. */
  readonly bodies: (entry: Body) => readonly Body[];
  /** The field at fault; the message is the implementation's own. */
  readonly path: string;
};

const image = { type: 'image', url: 'https://cdn.example.com/a.jpg' };

const SHAPES: readonly Case[] = [
  {
    statement: 'content is text of up to 10,000 characters',
    bodies: (entry) => ['a'.repeat(10_001), 7].map((content) => ({ content, platforms: [entry] })),
    path: 'content',
  },
  {
    statement: 'text holds neither U+0000 nor a lone surrogate',
    bodies: (entry) => ['a\0b', 'a\uD800b'].map((content) => ({ content, platforms: [entry] })),
    path: 'content',
  },
  {
    statement: 'mediaItems is a list of 0 to 10 items',
    bodies: (entry) => [Array(11).fill(image), image].map((mediaItems) => ({ mediaItems, platforms: [entry] })),
    path: 'mediaItems',
  },
  {
    statement: 'platforms has 1 to 10 targets',
    bodies: (entry) => [[], Array(11).fill(entry), entry, undefined].map((platforms) => ({ content: 'a', platforms })),
    path: 'platforms',
  },
  {
    statement: 'idempotencyKey is text',
    bodies: (entry) => [7, ''].map((idempotencyKey) => ({ content: 'a', platforms: [entry], idempotencyKey })),
    path: 'idempotencyKey',
  },
  {
    statement: 'publishAt is an ISO 8601 timestamp with an explicit offset',
    bodies: (entry) =>
      ['tomorrow', '2099-01-01', '2099-01-01T10:00:00', '2099-02-30T10:00:00Z', 4070908800000].map((publishAt) => ({
        content: 'a',
        platforms: [entry],
        publishAt,
      })),
    path: 'publishAt',
  },
  {
    statement: 'the platform of a target is a known one',
    bodies: (entry) =>
      ['friendster', undefined].map((platform) => ({ content: 'a', platforms: [{ ...entry, platform }] })),
    path: 'platforms[0].platform',
  },
  {
    statement: 'the accountId of a target is required',
    bodies: (entry) => [undefined, 7].map((accountId) => ({ content: 'a', platforms: [{ ...entry, accountId }] })),
    path: 'platforms[0].accountId',
  },
  {
    statement: 'a firstComment is not empty',
    bodies: (entry) => ['', 7].map((firstComment) => ({ content: 'a', platforms: [{ ...entry, firstComment }] })),
    path: 'platforms[0].firstComment',
  },
  {
    statement: 'aiGenerated is a boolean',
    bodies: (entry) => ['true', 1].map((aiGenerated) => ({ content: 'a', platforms: [{ ...entry, aiGenerated }] })),
    path: 'platforms[0].aiGenerated',
  },
  {
    statement: 'the content of a target is text of up to 10,000 characters',
    bodies: (entry) => ['a'.repeat(10_001), 7].map((content) => ({ content: 'a', platforms: [{ ...entry, content }] })),
    path: 'platforms[0].content',
  },
  {
    statement: 'the mediaItems of a target are a list of 0 to 10 items',
    bodies: (entry) => [{ content: 'a', platforms: [{ ...entry, mediaItems: Array(11).fill(image) }] }],
    path: 'platforms[0].mediaItems',
  },
  {
    statement: 'a spaceSlug has 1 to 255 characters',
    bodies: (entry) =>
      ['', 'a'.repeat(256)].map((spaceSlug) => ({ content: 'a', platforms: [{ ...entry, spaceSlug }] })),
    path: 'platforms[0].spaceSlug',
  },
  {
    statement: 'the type of a media item is image or video',
    bodies: (entry) => ['gif', undefined].map((type) => ({ mediaItems: [{ ...image, type }], platforms: [entry] })),
    path: 'mediaItems[0].type',
  },
  ...(['url', 'coverUrl'] as const).map(
    (field): Case => ({
      statement: `the ${field} of a media item is an absolute http or https URL without user info`,
      bodies: (entry) =>
        [
          '',
          'a.jpg',
          'ftp://cdn.example.com/a.jpg',
          'https://me:pw@cdn.example.com/a.jpg',
          `https://a.example/${'a'.repeat(2048)}`,
        ].map((url) => ({ mediaItems: [{ ...image, [field]: url }], platforms: [entry] })),
      path: `mediaItems[0].${field}`,
    }),
  ),
  {
    statement: 'thumbOffsetMs is an integer from 0',
    bodies: (entry) =>
      [-1, 1.5, '10', 2 ** 31].map((thumbOffsetMs) => ({
        mediaItems: [{ ...image, thumbOffsetMs }],
        platforms: [entry],
      })),
    path: 'mediaItems[0].thumbOffsetMs',
  },
  {
    statement: 'altText has up to 1,000 characters',
    bodies: (entry) => [{ mediaItems: [{ ...image, altText: 'a'.repeat(1001) }], platforms: [entry] }],
    path: 'mediaItems[0].altText',
  },
];

export const shapeStatements: readonly Statement[] = [
  ...SHAPES.map(
    ({ statement, bodies, path }): Statement => ({
      section,
      statement: `${statement}; else 400 invalid_request naming it`,
      async run(api) {
        const project = await api.project();
        const x = await project.connect('x');
        for (const asked of bodies(targetEntry(x))) {
          const { status, body } = await project.call('POST', '/posts', {
            body: { idempotencyKey: api.newKey(), ...asked },
          });
          expect({ status, body }, JSON.stringify(asked).slice(0, 200)).toEqual({
            status: 400,
            body: errorBody('invalid_request', [{ path, message: ANY.sentence }]),
          });
        }
        expect((await project.call('GET', '/posts')).body).toMatchObject({ posts: [] });
      },
    }),
  ),
  {
    section,
    statement: 'null in an optional field means that it is absent, at every depth',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const entry = { content: null, mediaItems: null, firstComment: null, aiGenerated: null, spaceSlug: null };
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          content: 'Nothing else.',
          mediaItems: null,
          platforms: [targetEntry(x, entry)],
          idempotencyKey: api.newKey(),
        },
      });
      expect({ status, body }).toMatchObject({ status: 201, body: { post: { status: 'published' }, warnings: [] } });
    },
  },
  {
    section,
    statement: 'publishAt is not null, which JSON makes of an invalid Date: else the post would be live at once',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const body = { content: 'Next month.', platforms: [targetEntry(x)], publishAt: new Date('2026-13-45') };
      for (const [path, more] of [
        ['/posts', { idempotencyKey: api.newKey() }],
        ['/posts/validate', {}],
      ] as const) {
        const answer = await project.call('POST', path, { body: { ...body, ...more } });
        expect({ status: answer.status, body: answer.body }, path).toEqual({
          status: 400,
          body: errorBody('invalid_request', [
            { path: 'publishAt', message: expect.stringContaining('invalid Date, and the post would be published') },
          ]),
        });
      }
      expect((await project.call('GET', '/posts')).body).toMatchObject({ posts: [] });
    },
  },
  {
    section,
    statement:
      'a misspelt field and what another API calls it publish nothing: the answer names the field that is meant',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const later = '2099-01-01T10:00:00Z';
      for (const [path, meant, unknown] of [
        ['publishat', 'publishAt', { publishat: later }],
        ['publish_at', 'publishAt', { publish_at: later }],
        ['scheduledFor', 'publishAt', { scheduledFor: later }],
        ['scheduleDate', 'publishAt', { scheduleDate: later }],
        ['scheduled_at', 'publishAt', { scheduled_at: later }],
        ['text', 'content', { text: 'Hello' }],
        ['caption', 'content', { caption: 'Hello' }],
        ['mediaUrls', 'mediaItems', { mediaUrls: ['https://cdn.example.com/a.jpg'] }],
        ['accountId', 'accountId', { accountId: x.id }],
        ['platforms[0].publishAt', 'publishAt', { platforms: [targetEntry(x, { publishAt: later })] }],
        ['platforms[0].firstComent', 'firstComment', { platforms: [targetEntry(x, { firstComent: 'a' })] }],
        ['mediaItems[0].alttext', 'altText', { mediaItems: [{ ...image, alttext: 'a' }] }],
      ] as const) {
        for (const route of ['/posts', '/posts/validate']) {
          const { status, body } = await project.call('POST', route, {
            body: { content: 'Hello', platforms: [targetEntry(x)], idempotencyKey: api.newKey(), ...unknown },
          });
          expect({ status, body }, `${path} to ${route}`).toEqual({
            status: 400,
            body: errorBody('invalid_request', [{ path, message: expect.stringContaining(`\`${meant}\``) }]),
          });
        }
      }
      expect((await project.call('GET', '/posts')).body).toMatchObject({ posts: [] });
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 0, reserved: 0 });
    },
  },
  {
    section,
    statement: 'every broken field is named at once',
    async run(api) {
      const project = await api.project();
      const { status, body } = await project.call('POST', '/posts', {
        body: { content: 7, mediaItems: [{ type: 'gif', url: 'a.jpg' }], platforms: [{}], idempotencyKey: '' },
      });
      const paths = [
        'content',
        'mediaItems[0].type',
        'mediaItems[0].url',
        'platforms[0].platform',
        'platforms[0].accountId',
        'idempotencyKey',
      ];
      expect({ status, body }).toEqual({
        status: 400,
        body: errorBody(
          'invalid_request',
          paths.map((path) => ({ path, message: ANY.sentence })),
        ),
      });
    },
  },
  {
    section,
    statement: 'a body that is no JSON object: 400 invalid_request',
    async run(api) {
      const project = await api.project();
      for (const text of [
        '{"content":',
        "{'content': 'a'}",
        '{"content": "a",}',
        '{} {}',
        '{"content": NaN}',
        'content=a',
        '   ',
      ]) {
        const { status, body } = await project.call('POST', '/posts', { body: text });
        expect({ status, body }, text).toEqual({ status: 400, body: errorBody('invalid_request') });
      }
      for (const text of ['[]', '"a"', 'null', 'true', '1']) {
        const { status, body } = await project.call('POST', '/posts', { body: text });
        expect({ status, body }, text).toEqual({
          status: 400,
          body: errorBody('invalid_request', [{ path: '', message: ANY.sentence }]),
        });
      }
    },
  },
];
