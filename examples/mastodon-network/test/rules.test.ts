import { checkContent, REQUEST_RULES } from '@fanfare/rules';
import { expect, test } from 'vitest';
import { createMastodonRules, MASTODON_LIMITS } from '../src/index.ts';
import { aDraft } from './a-draft.ts';

const rules = createMastodonRules(MASTODON_LIMITS);
const image = { type: 'image', url: 'https://cdn.example/a.jpg' } as const;
const video = { type: 'video', url: 'https://cdn.example/a.mp4' } as const;

test.each([
  ['nothing at all', aDraft('  '), ['mastodon.content.empty content']],
  ['500 characters', aDraft('a'.repeat(500)), []],
  ['501 characters', aDraft('a'.repeat(501)), ['mastodon.text.max_length content']],
  ['four images and no text', aDraft('', [image, image, image, image]), []],
  ['five images', aDraft('', Array(5).fill(image)), ['mastodon.media.max_images mediaItems']],
  ['two videos', aDraft('', [video, video]), ['mastodon.media.max_videos mediaItems']],
  ['an image beside a video', aDraft('', [image, video]), ['mastodon.media.mixed mediaItems']],
  ['a label for AI', aDraft('Hi', [], { aiGenerated: true }), ['mastodon.ai_generated.unsupported aiGenerated']],
  [
    'a long first comment',
    aDraft('Hi', [], { firstComment: 'a'.repeat(501) }),
    ['mastodon.first_comment.max_length firstComment'],
  ],
])('%s', (_name, draft, broken) => {
  expect(checkContent(draft, rules).map(({ rule, path }) => `${rule} ${path}`)).toEqual(broken);
});

test('a server with a higher limit accepts more', () => {
  const generous = createMastodonRules({ characters: 5_000, media: 16 });
  expect(checkContent(aDraft('a'.repeat(5_000), Array(16).fill(image)), generous)).toEqual([]);
  expect(generous.limits).toMatchObject({
    text: { max: 5_000 },
    media: { maxImages: 16 },
    firstComment: { max: 5_000 },
  });
});

test('fields without effect get a warning, and a video may have an alt text', () => {
  const draft = aDraft(
    'Hi',
    [{ ...video, altText: 'Coffee', coverUrl: 'https://cdn.example/c.jpg', thumbOffsetMs: 1 }],
    { spaceSlug: 'news' },
  );
  expect(rules.warnings(draft).map(({ path }) => path)).toEqual([
    'mediaItems[0].coverUrl',
    'mediaItems[0].thumbOffsetMs',
    'spaceSlug',
  ]);
});

test('rules have their own names', () => {
  const names = [...rules.rules, ...REQUEST_RULES].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
