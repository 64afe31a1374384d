import type { MediaItem } from '@fanfare/contract';
import { expect, it } from 'vitest';
import { toDraft } from '../src/draft.ts';

const beans: MediaItem = { type: 'image', url: 'https://cdn.example.com/beans.jpg', altText: 'Coffee beans' };
const clip: MediaItem = { type: 'video', url: 'https://cdn.example.com/clip.mp4', thumbOffsetMs: 800 };
const post = { content: 'Fresh beans.', mediaItems: [beans] };
const target = { platform: 'x', accountId: 'acc_1' } as const;

it('a target that names nothing publishes what the post says', () => {
  expect(toDraft(post, target)).toEqual({
    content: 'Fresh beans.',
    media: [beans],
    firstComment: null,
    aiGenerated: false,
    spaceSlug: null,
  });
});

it('a target’s own content and media stand in the place of the post’s', () => {
  const own = {
    content: 'Beans!',
    mediaItems: [clip],
    firstComment: 'Order here.',
    aiGenerated: true,
    spaceSlug: 'blog',
  };
  expect(toDraft(post, { ...target, ...own })).toEqual({
    content: 'Beans!',
    media: [clip],
    firstComment: 'Order here.',
    aiGenerated: true,
    spaceSlug: 'blog',
  });
});

it('an empty text and an empty list are overrides too', () => {
  expect(toDraft(post, { ...target, content: '', mediaItems: [] })).toMatchObject({ content: '', media: [] });
});
