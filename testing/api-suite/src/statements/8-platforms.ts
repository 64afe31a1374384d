import type { PlatformCapabilities } from '@fanfare/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { ANY, errorBody } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '8';

/** Rules of every platform, the last of each list. */
const OF_ALL = [
  'media.url.private',
  'media.url.unknown',
  'media.url.not_ready',
  'media.url.unreachable',
  'media.convert.failed',
  'targets.duplicate',
];

const supports = {
  firstComment: true,
  repost: false,
  unpublish: true,
  aiGenerated: false,
  altText: true,
  coverUrl: false,
  thumbOffsetMs: false,
  spaces: false,
};

/** The numbers and features of every platform, as the networks give them. */
const PLATFORMS = [
  {
    platform: 'instagram',
    text: { max: 2_200, countedAs: 'utf16', textOnly: false },
    media: { max: 10, maxImages: 10, maxVideos: 10, maxDocuments: 0, mixed: true, optional: false },
    supports: { ...supports, unpublish: false, aiGenerated: true, coverUrl: true, thumbOffsetMs: true },
    firstComment: { max: 2_200 },
    options: ['locationId', 'firstComments', 'instagram'],
  },
  {
    platform: 'threads',
    text: { max: 500, countedAs: 'threads', textOnly: true },
    media: { max: 10, maxImages: 10, maxVideos: 10, maxDocuments: 0, mixed: true, optional: true },
    supports,
    firstComment: { max: 500 },
    options: ['poll', 'replyControl', 'quotePostId', 'thread', 'firstComments', 'threads'],
  },
  {
    platform: 'x',
    text: { max: 280, countedAs: 'weighted', textOnly: true },
    media: { max: 4, maxImages: 4, maxVideos: 1, maxDocuments: 0, mixed: false, optional: true },
    supports: { ...supports, firstComment: false, repost: true, aiGenerated: true },
    firstComment: null,
    options: ['captions', 'poll', 'replyControl', 'x', 'thread'],
  },
  {
    platform: 'linkedin',
    text: { max: 3_000, countedAs: 'utf16', textOnly: true },
    media: { max: 10, maxImages: 10, maxVideos: 1, maxDocuments: 1, mixed: false, optional: true },
    supports: { ...supports, coverUrl: true },
    firstComment: { max: 1_250 },
    options: ['link', 'captions', 'linkedin', 'quotePostId', 'poll', 'firstComments'],
  },
  {
    platform: 'hub',
    text: { max: 10_000, countedAs: 'utf16', textOnly: true },
    media: { max: 10, maxImages: 10, maxVideos: 0, maxDocuments: 0, mixed: false, optional: true },
    supports: { ...supports, firstComment: false, spaces: true },
    firstComment: null,
    options: ['wordpress', 'micropub'],
  },
];

export const platformStatements: readonly Statement[] = [
  {
    section,
    statement: 'GET /platforms returns the limits of each network, from the rules that check posts',
    async run(api) {
      const project = await api.project();
      const { status, body } = await project.call('GET', '/platforms');
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          platforms: PLATFORMS.map(({ options, ...platform }) => ({
            configured: true,
            ...platform,
            options: {
              type: 'object',
              properties: Object.fromEntries(options.map((name) => [name, expect.any(Object)])),
              additionalProperties: false,
            },
            rules: expect.any(Array),
          })),
        },
      });
      const { platforms } = body as { platforms: { rules: { name: string }[] }[] };
      for (const [at, { rules }] of platforms.entries()) {
        const { platform } = PLATFORMS[at] ?? {};
        const names = rules.map(({ name }) => name);
        expect(names).toEqual([...new Set(names)]);
        expect(names.slice(-OF_ALL.length)).toEqual(OF_ALL);
        for (const rule of rules) {
          expect(rule).toEqual({
            name: expect.stringMatching(
              new RegExp(
                `^(?:${platform}\\.[a-z_]+\\.[a-z_]+|media\\.(?:url\\.[a-z_]+|convert\\.failed)|targets\\.duplicate)$`,
              ),
            ),
            summary: ANY.sentence,
          });
        }
      }
    },
  },
  {
    section,
    statement:
      'GET /platforms describes each option as JSON Schema: what is right by it is taken, anything else is not',
    async run(api) {
      const project = await api.project();
      const { linkedin } = await project.connectAll();
      const { platforms } = (await project.call('GET', '/platforms')).body as { platforms: PlatformCapabilities[] };
      const { options } = platforms.find(({ platform }) => platform === 'linkedin')!;
      expect(options).toMatchObject({
        properties: {
          link: { type: 'string', enum: ['auto', 'none'], description: ANY.sentence },
          linkedin: {
            type: 'object',
            properties: { visibility: { type: 'string', enum: ['public', 'connections'], description: ANY.sentence } },
            additionalProperties: false,
          },
        },
      });
      const isTaken = new Ajv2020({ formats: { uri: URL.canParse } }).compile(options);
      const unknown = errorBody('invalid_request', [{ path: 'platforms[0].linkedin.visible', message: ANY.sentence }]);
      for (const [asked, isRight, answer] of [
        [{ link: 'none', linkedin: { visibility: 'connections' } }, true, { valid: true }],
        [{ link: 'never' }, false, { valid: false }],
        [{ linkedin: { visibility: 'PUBLIC' } }, false, { valid: false }],
        [{ linkedin: { visible: 'public' } }, false, unknown],
      ] as const) {
        const { body } = await project.call('POST', '/posts/validate', {
          body: { content: 'Hello', platforms: [targetEntry(linkedin, asked)] },
        });
        expect([isTaken(asked), body]).toEqual([isRight, expect.objectContaining(answer)]);
      }
    },
  },
  {
    section,
    statement: 'every option that GET /platforms describes for other platforms only is ignored and named in warnings',
    async run(api) {
      const project = await api.project();
      const accounts = Object.values(await project.connectAll());
      const { platforms } = (await project.call('GET', '/platforms')).body as { platforms: PlatformCapabilities[] };
      const namesOf = ({ options }: PlatformCapabilities) =>
        Object.keys((options as { properties: object }).properties);
      const all = [...new Set(platforms.flatMap(namesOf))];
      for (const account of accounts) {
        const own = namesOf(platforms.find(({ platform }) => platform === account.platform)!);
        const others = all.filter((name) => !own.includes(name));
        const asked = Object.fromEntries(others.map((name) => [name, { whatever: 'is in it' }]));
        const { body } = await project.call('POST', '/posts/validate', {
          body: { content: 'Hello', platforms: [targetEntry(account, asked)] },
        });
        const { warnings } = body as { warnings: readonly { path: string; message: string }[] };
        expect(warnings.map(({ path }) => path).toSorted()).toEqual(
          others.map((name) => `platforms[0].${name}`).toSorted(),
        );
        for (const { message } of warnings) expect(message).toEqual(ANY.sentence);
      }
    },
  },
];
