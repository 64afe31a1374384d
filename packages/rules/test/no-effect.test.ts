import type { MediaItem } from '@fanfare/contract';
import { expect, it } from 'vitest';
import type { Draft } from '../src/draft.ts';
import { noEffect } from '../src/no-effect.ts';

const url = 'https://cdn.example.com/a';
const image: MediaItem = { type: 'image', url, coverUrl: url, altText: 'A bridge' };
const video: MediaItem = { type: 'video', url, coverUrl: url, altText: 'A bridge', thumbOffsetMs: 0 };
const everything: Draft = {
  content: '',
  media: [image, video],
  firstComment: 'First',
  aiGenerated: true,
  spaceSlug: 'news',
};

it('every field without effect is named where it stands, in the order of the items and then of the list', () => {
  const warnings = noEffect({
    media: [
      { field: 'thumbOffsetMs', message: 'No offset.' },
      { field: 'coverUrl', message: 'No cover.' },
      { field: 'altText', where: ({ type }) => type === 'video', message: 'No description.' },
    ],
    firstComment: 'No comment.',
    spaceSlug: 'No spaces.',
  });
  expect(warnings(everything)).toEqual([
    { path: 'mediaItems[0].coverUrl', message: 'No cover.' },
    { path: 'mediaItems[1].thumbOffsetMs', message: 'No offset.' },
    { path: 'mediaItems[1].coverUrl', message: 'No cover.' },
    { path: 'mediaItems[1].altText', message: 'No description.' },
    { path: 'firstComment', message: 'No comment.' },
    { path: 'spaceSlug', message: 'No spaces.' },
  ]);
});

it('a field that is not listed has an effect', () => {
  expect(noEffect({ media: [] })(everything)).toEqual([]);
});

it('a field may be ignored for what else stands in the draft', () => {
  const warnings = noEffect({
    media: [{ field: 'coverUrl', where: (_, { media }) => media.length > 1, message: 'No cover in a carousel.' }],
  });
  expect(warnings({ ...everything, media: [video] })).toEqual([]);
  expect(warnings(everything).map(({ path }) => path)).toEqual(['mediaItems[0].coverUrl', 'mediaItems[1].coverUrl']);
});

it('absent fields give no warning', () => {
  const warnings = noEffect({
    media: [
      { field: 'coverUrl', message: 'No cover.' },
      { field: 'altText', message: 'No description.' },
    ],
    firstComment: 'No comment.',
    spaceSlug: 'No spaces.',
  });
  const plain: Draft = { ...everything, media: [{ type: 'image', url }], firstComment: null, spaceSlug: null };
  expect(warnings(plain)).toEqual([]);
});
