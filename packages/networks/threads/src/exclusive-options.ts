import type { ContentRule, Draft } from '@fanfare/rules';

/** Parts of a post, of which some exclude others. */
const PARTS = {
  media: { name: 'media', has: ({ media }) => media.length > 0 },
  poll: { name: 'a poll', path: 'poll', has: ({ options }) => options?.poll !== undefined },
} as const satisfies Readonly<Record<string, Part>>;

type Part = { readonly name: string; readonly path?: string; readonly has: (draft: Draft) => boolean };
type PartName = keyof typeof PARTS;

/**
 * What each option excludes. Sources: the sections "Limitations" of Meta's pages on polls (all
 * checked 2026-11).
 */
const EXCLUDED: readonly { readonly option: Exclude<PartName, 'media'>; readonly others: readonly PartName[] }[] = [
  { option: 'poll', others: ['media'] },
];

const bare = (name: string): string => name.replace(/^an? /, '');

/** One rule for each option that excludes others. */
export const exclusiveOptions: readonly ContentRule[] = EXCLUDED.map(({ option, others }) => {
  const { name, path, has } = PARTS[option];
  const rule = `threads.${option}.exclusive` as const;
  return {
    name: rule,
    summary: `A post with ${name} has no ${others.map((other) => bare(PARTS[other].name)).join(', no ')}.`,
    check: (draft) =>
      has(draft)
        ? others
            .filter((other) => PARTS[other].has(draft))
            .map((other) => ({
              rule,
              path,
              message: `A Threads post with ${name} takes no ${bare(PARTS[other].name)}: leave one of them out.`,
            }))
        : [],
  };
});
