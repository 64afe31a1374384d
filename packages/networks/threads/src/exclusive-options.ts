import type { ContentRule, Draft } from '@fanfare/rules';

type Part = {
  /** As in "a post with a poll has no media". */
  readonly one: string;
  readonly none: string;
  readonly path: string;
  readonly has: (draft: Draft) => boolean;
};

/** Parts of a post, of which some exclude others. */
const PARTS = {
  media: { one: 'media', none: 'media', path: 'mediaItems', has: ({ media }) => media.length > 0 },
  poll: { one: 'a poll', none: 'poll', path: 'poll', has: ({ options }) => options?.poll !== undefined },
  gif_id: {
    one: 'a GIF',
    none: 'GIF',
    path: 'threads.gifId',
    has: ({ options }) => options?.threads?.gifId !== undefined,
  },
  link_attachment: {
    one: 'a link attachment',
    none: 'link attachment',
    path: 'threads.linkAttachment',
    has: ({ options }) => options?.threads?.linkAttachment !== undefined,
  },
  text_attachment: {
    one: 'a text attachment',
    none: 'text attachment',
    path: 'threads.textAttachment',
    has: ({ options }) => options?.threads?.textAttachment !== undefined,
  },
  countries: {
    one: 'countries',
    none: 'countries',
    path: 'threads.allowedCountries',
    has: ({ options }) => options?.threads?.allowedCountries !== undefined,
  },
  ghost: {
    one: 'a text for 24 hours',
    none: 'ghost',
    path: 'threads.ghost',
    has: ({ options }) => options?.threads?.ghost === true,
  },
  topic_tag: {
    one: 'a topic',
    none: 'topic tag',
    path: 'threads.topicTag',
    has: ({ options }) => options?.threads?.topicTag !== undefined,
  },
  reply_control: {
    one: 'a reply control',
    none: 'reply control',
    path: 'replyControl',
    has: ({ options }) => options?.replyControl !== undefined,
  },
  quote: {
    one: 'a quote',
    none: 'quote',
    path: 'quotePostId',
    has: ({ options }) => options?.quotePostId !== undefined,
  },
  reply_approvals: {
    one: 'reply approvals',
    none: 'reply approvals',
    path: 'threads.replyApprovals',
    has: ({ options }) => options?.threads?.replyApprovals === true,
  },
} as const satisfies Readonly<Record<string, Part>>;

type PartName = keyof typeof PARTS;

/**
 * Options that exclude others, every pair once. Sources: "Limitations" of Meta's pages on polls,
 * text attachments and ghost posts, and "Topic Tags, Links, and GIFs" of the page on posts (checked
 * 2026-11).
 */
const EXCLUDED: readonly (readonly [option: PartName, others: readonly PartName[]])[] = [
  ['poll', ['media', 'link_attachment', 'gif_id']],
  ['gif_id', ['media']],
  ['link_attachment', ['media']],
  ['text_attachment', ['media', 'poll', 'link_attachment']],
  [
    'ghost',
    [
      'media',
      'poll',
      'gif_id',
      'link_attachment',
      'text_attachment',
      'countries',
      'topic_tag',
      'quote',
      'reply_control',
      'reply_approvals',
    ],
  ],
];

/** One rule for each option that excludes others. */
export const exclusiveOptions: readonly ContentRule[] = EXCLUDED.map(([option, others]) => {
  const { one, path, has } = PARTS[option];
  const rule = `threads.${option}.exclusive` as const;
  return {
    name: rule,
    summary: `A post with ${one} has no ${others.map((other) => PARTS[other].none).join(', no ')}.`,
    check: (draft) =>
      has(draft)
        ? others
            .filter((other) => PARTS[other].has(draft))
            .map((other) => ({
              rule,
              path,
              message: `A Threads post with ${one} has no ${PARTS[other].none}: leave one of them out.`,
            }))
        : [],
  };
});
