import type { OAuthPlatform } from '@fanfare/contract';
import { expect, test } from 'vitest';
import { useServer } from '../use-server.ts';

const server = useServer();
const sample = (name: string) => server.sandbox.sample(name);
const image = (rest = {}) => ({ type: 'image', url: sample('beans.jpg'), ...rest });
const video = (rest = {}) => ({ type: 'video', url: sample('clip.mp4'), ...rest });

type Case = {
  readonly platform: OAuthPlatform;
  readonly media?: () => unknown[];
  readonly target?: Record<string, unknown>;
  /** Paths below the target, in order. */
  readonly ignored: readonly string[];
};

const cover = () => ({ coverUrl: sample('cover.jpg') });

const cases: readonly Case[] = [
  { platform: 'instagram', media: () => [video({ altText: 'Unheard' })], ignored: ['mediaItems[0].altText'] },
  { platform: 'instagram', media: () => [image(cover())], ignored: ['mediaItems[0].coverUrl'] },
  { platform: 'instagram', media: () => [image({ thumbOffsetMs: 1 })], ignored: ['mediaItems[0].thumbOffsetMs'] },
  {
    platform: 'instagram',
    media: () => [video({ ...cover(), thumbOffsetMs: 1 })],
    ignored: ['mediaItems[0].thumbOffsetMs'],
  },
  {
    platform: 'instagram',
    media: () => [image(), video({ ...cover(), thumbOffsetMs: 1 })],
    ignored: ['mediaItems[1].coverUrl', 'mediaItems[1].thumbOffsetMs'],
  },
  { platform: 'instagram', media: () => [image()], target: { spaceSlug: 'news' }, ignored: ['spaceSlug'] },
  {
    platform: 'threads',
    media: () => [video({ ...cover(), thumbOffsetMs: 1, altText: 'Unheard' })],
    ignored: ['mediaItems[0].altText', 'mediaItems[0].coverUrl', 'mediaItems[0].thumbOffsetMs'],
  },
  { platform: 'threads', target: { spaceSlug: 'news' }, ignored: ['spaceSlug'] },
  {
    platform: 'x',
    media: () => [video({ ...cover(), thumbOffsetMs: 1, altText: 'Unheard' })],
    ignored: ['mediaItems[0].coverUrl', 'mediaItems[0].thumbOffsetMs', 'mediaItems[0].altText'],
  },
  { platform: 'x', target: { spaceSlug: 'news', firstComment: 'Unsaid' }, ignored: ['firstComment', 'spaceSlug'] },
  { platform: 'linkedin', media: () => [video({ altText: 'Unheard' })], ignored: ['mediaItems[0].altText'] },
  { platform: 'linkedin', media: () => [image(cover())], ignored: ['mediaItems[0].coverUrl'] },
  { platform: 'linkedin', target: { spaceSlug: 'news' }, ignored: ['spaceSlug'] },
];

test.each(cases)(
  '$platform: $ignored is accepted, has no effect and is named',
  async ({ platform, media, target, ignored }) => {
    const ana = await server.person(platform);
    const request = { content: 'Hello', mediaItems: media?.() ?? [], ...(target && { target }) };
    const reply = await ana.publish(request, 'k');
    expect([reply.status, reply.body.post.status]).toEqual([201, 'published']);
    expect(reply.body.warnings).toEqual(
      ignored.map((path) => ({ path: `platforms[0].${path}`, message: expect.stringMatching(/^\S.+\.$/) })),
    );
    const again = await ana.publish(request, 'k');
    expect(again.body).toEqual({ post: reply.body.post, replayed: true, warnings: [] });
  },
);

const effective: readonly Omit<Case, 'ignored'>[] = [
  { platform: 'instagram', media: () => [image({ altText: 'Seen' })], target: { aiGenerated: true } },
  { platform: 'instagram', media: () => [video(cover())] },
  { platform: 'instagram', media: () => [video({ thumbOffsetMs: 1 })] },
  { platform: 'threads', media: () => [image({ altText: 'Seen' })], target: { aiGenerated: false } },
  { platform: 'x', media: () => [image({ altText: 'Seen' })], target: { aiGenerated: true } },
  { platform: 'linkedin', media: () => [image({ altText: 'Seen' })] },
  { platform: 'linkedin', media: () => [video(cover())] },
];

test.each(effective)('$platform warns of nothing that has an effect', async ({ platform, media, target }) => {
  const ana = await server.person(platform);
  const reply = await ana.publish({ content: 'Hello', mediaItems: media?.() ?? [], ...(target && { target }) });
  expect([reply.body.post.status, reply.body.warnings]).toEqual(['published', []]);
});
