import type { Draft } from '@fanfare/rules';

/** A draft that X accepts, with the given fields changed. */
export function aDraft(changes: Partial<Draft> = {}): Draft {
  return { content: 'Release day', media: [], firstComment: null, aiGenerated: false, spaceSlug: null, ...changes };
}

export function images(howMany: number): Draft['media'] {
  return Array.from({ length: howMany }, (_, index) => ({ type: 'image', url: `https://cdn.example/${index}.jpg` }));
}

export function videos(howMany: number): Draft['media'] {
  return Array.from({ length: howMany }, (_, index) => ({ type: 'video', url: `https://cdn.example/${index}.mp4` }));
}
