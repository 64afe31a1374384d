import type { Draft } from '@fanfare/rules';

export const image = (more: Partial<Draft['media'][number]> = {}): Draft['media'][number] => ({
  type: 'image',
  url: 'https://cdn.example/a.png',
  ...more,
});

export const video = (more: Partial<Draft['media'][number]> = {}): Draft['media'][number] => ({
  type: 'video',
  url: 'https://cdn.example/v.mp4',
  ...more,
});

/** A text post; each test sets the differences. */
export const draft = (more: Partial<Draft> = {}): Draft => ({
  content: 'Hello',
  media: [],
  firstComment: null,
  aiGenerated: false,
  spaceSlug: null,
  ...more,
});
