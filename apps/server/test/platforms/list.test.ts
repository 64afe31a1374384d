import type { PlatformCapabilities } from '@fanfare/contract';
import { beforeAll, expect, test } from 'vitest';
import { useServer } from '../use-server.ts';

const server = useServer();
let platforms: PlatformCapabilities[];

beforeAll(async () => {
  const project = await server.createProject();
  const reply = await project.call<{ platforms: PlatformCapabilities[] }>('GET', '/api/v1/platforms');
  expect(reply.status).toBe(200);
  ({ platforms } = reply.body);
});

const can = {
  firstComment: true,
  repost: false,
  aiGenerated: false,
  altText: true,
  coverUrl: false,
  thumbOffsetMs: false,
  spaces: false,
};

test('the numbers and features of every platform, as the spec and the networks give them', () => {
  expect(platforms.map(({ rules: _, ...limits }) => limits)).toEqual([
    {
      platform: 'instagram',
      configured: true,
      text: { max: 2_200, countedAs: 'utf16', textOnly: false },
      media: { max: 10, maxImages: 10, maxVideos: 10, mixed: true, optional: false },
      supports: { ...can, aiGenerated: true, coverUrl: true, thumbOffsetMs: true },
      firstComment: { max: 2_200 },
    },
    {
      platform: 'threads',
      configured: true,
      text: { max: 500, countedAs: 'threads', textOnly: true },
      media: { max: 10, maxImages: 10, maxVideos: 10, mixed: true, optional: true },
      supports: can,
      firstComment: { max: 500 },
    },
    {
      platform: 'x',
      configured: true,
      text: { max: 280, countedAs: 'weighted', textOnly: true },
      media: { max: 4, maxImages: 4, maxVideos: 1, mixed: false, optional: true },
      supports: { ...can, firstComment: false, repost: true, aiGenerated: true },
      firstComment: null,
    },
    {
      platform: 'linkedin',
      configured: true,
      text: { max: 3_000, countedAs: 'utf16', textOnly: true },
      media: { max: 10, maxImages: 10, maxVideos: 1, mixed: false, optional: true },
      supports: { ...can, coverUrl: true },
      firstComment: { max: 1_250 },
    },
  ]);
});

test('every rule has a stable name of its platform, or of all, and one sentence', () => {
  for (const { platform, rules } of platforms) {
    const names = rules.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.slice(-2)).toEqual(['media.url.private', 'targets.duplicate']);
    for (const name of names.slice(0, -2)) expect(name).toMatch(new RegExp(`^${platform}\\.[a-z_]+\\.[a-z_]+$`));
    for (const { summary } of rules) expect(summary).toMatch(/^\S.*\.$/);
  }
});
