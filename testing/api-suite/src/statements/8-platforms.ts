import { expect } from 'vitest';
import { ANY } from '../shapes.ts';
import type { Statement } from '../statement.ts';

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
    media: { max: 10, maxImages: 10, maxVideos: 10, mixed: true, optional: false },
    supports: { ...supports, aiGenerated: true, coverUrl: true, thumbOffsetMs: true },
    firstComment: { max: 2_200 },
  },
  {
    platform: 'threads',
    text: { max: 500, countedAs: 'threads', textOnly: true },
    media: { max: 10, maxImages: 10, maxVideos: 10, mixed: true, optional: true },
    supports,
    firstComment: { max: 500 },
  },
  {
    platform: 'x',
    text: { max: 280, countedAs: 'weighted', textOnly: true },
    media: { max: 4, maxImages: 4, maxVideos: 1, mixed: false, optional: true },
    supports: { ...supports, firstComment: false, repost: true, aiGenerated: true },
    firstComment: null,
  },
  {
    platform: 'linkedin',
    text: { max: 3_000, countedAs: 'utf16', textOnly: true },
    media: { max: 10, maxImages: 10, maxVideos: 1, mixed: false, optional: true },
    supports: { ...supports, coverUrl: true },
    firstComment: { max: 1_250 },
  },
  {
    platform: 'hub',
    text: { max: 10_000, countedAs: 'utf16', textOnly: true },
    media: { max: 10, maxImages: 10, maxVideos: 0, mixed: false, optional: true },
    supports: { ...supports, firstComment: false, spaces: true },
    firstComment: null,
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
        body: { platforms: PLATFORMS.map((platform) => ({ configured: true, ...platform, rules: expect.any(Array) })) },
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
];
