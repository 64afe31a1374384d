import type { Draft } from '@fanfare/rules';

export const image = (more: Partial<Draft['media'][number]> = {}): Draft['media'][number] => ({
  type: 'image',
  url: 'https://cdn.example/a.jpg',
  ...more,
});

export const video = (more: Partial<Draft['media'][number]> = {}): Draft['media'][number] => ({
  type: 'video',
  url: 'https://cdn.example/v.mp4',
  ...more,
});

/** A post of one image; each test sets the differences. */
export const draft = (more: Partial<Draft> = {}): Draft => ({
  content: 'Hello',
  media: [image()],
  firstComment: null,
  aiGenerated: false,
  spaceSlug: null,
  ...more,
});
