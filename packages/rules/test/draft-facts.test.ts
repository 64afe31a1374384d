import type { MediaItem } from '@fanfare/contract';
import { describe, expect, it } from 'vitest';
import type { Draft } from '../src/draft.ts';
import { countMedia, hasBlankComment, isEmpty, isMixed } from '../src/draft-facts.ts';

const image: MediaItem = { type: 'image', url: 'https://cdn.example.com/a.jpg' };
const video: MediaItem = { type: 'video', url: 'https://cdn.example.com/a.mp4' };
const a = (draft: Partial<Draft>): Draft => ({
  content: '',
  media: [],
  firstComment: null,
  aiGenerated: false,
  spaceSlug: null,
  ...draft,
});

describe('a draft', () => {
  it.each([
    ['no text', {}, true],
    ['white space', { content: ' \n\t' }, true],
    ['a first comment alone', { firstComment: 'First' }, true],
    ['a text', { content: ' a ' }, false],
    ['an image alone', { media: [image] }, false],
  ])('of %s is empty or not', (_, draft, empty) => {
    expect(isEmpty(a(draft))).toBe(empty);
  });

  it.each([
    ['no first comment', {}, false],
    ['a first comment of white space', { content: 'a', firstComment: ' \n\t\u3000' }, true],
    ['a first comment with white space round it', { firstComment: ' a ' }, false],
  ])('of %s has a blank first comment or not', (_, draft, blank) => {
    expect(hasBlankComment(a(draft))).toBe(blank);
  });

  it.each([
    ['nothing', [], false],
    ['two images', [image, image], false],
    ['two videos', [video, video], false],
    ['an image before a video', [image, video], true],
    ['a video before an image', [video, image], true],
  ])('with %s is mixed or not', (_, media, mixed) => {
    expect(isMixed(a({ media }))).toBe(mixed);
  });

  it('has its images and its videos counted apart', () => {
    const draft = a({ media: [image, video, image] });
    expect([countMedia(draft, 'image'), countMedia(draft, 'video')]).toEqual([2, 1]);
  });
});
