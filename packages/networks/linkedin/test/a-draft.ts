import type { Draft } from '@fanfare/rules';

/** A valid draft with the given fields changed. */
export function aDraft(changes: Partial<Draft> = {}): Draft {
  return { content: 'Release day', media: [], firstComment: null, aiGenerated: false, spaceSlug: null, ...changes };
}

export function images(howMany: number): Draft['media'] {
  return Array.from({ length: howMany }, (_, index) => ({
    type: 'image' as const,
    url: `https://cdn.example/${index}.jpg`,
  }));
}

export function videos(howMany: number): Draft['media'] {
  return Array.from({ length: howMany }, (_, index) => ({
    type: 'video' as const,
    url: `https://cdn.example/${index}.mp4`,
  }));
}

export function documents(howMany: number): Draft['media'] {
  return Array.from({ length: howMany }, (_, index) => ({
    type: 'document' as const,
    url: `https://cdn.example/${index}.pdf`,
  }));
}
