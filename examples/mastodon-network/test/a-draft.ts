import type { Draft } from '@fanfare/rules';

/** A draft that Mastodon accepts, with the given fields changed. */
export function aDraft(content: string, media: Draft['media'] = [], changes: Partial<Draft> = {}): Draft {
  return { content, media, firstComment: null, aiGenerated: false, spaceSlug: null, ...changes };
}
