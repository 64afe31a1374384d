import type { Draft } from '@fanfare/rules';

/** A post of a text and media, and nothing else. */
export function aDraft(content: string, media: Draft['media'] = []): Draft {
  return { content, media, firstComment: null, aiGenerated: false, spaceSlug: null };
}
