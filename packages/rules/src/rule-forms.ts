import type { Platform } from '@fanfare/contract';
import type { ContentRule, ContentRules, Violation } from './content-rules.ts';
import type { Draft } from './draft.ts';
import { countMedia } from './draft-facts.ts';

type Named = Pick<ContentRule, 'name' | 'summary'>;

/**
 * A rule that something countable stays within a limit.
 *
 * @example
 * atMost({
 *   name: 'linkedin.images.max_count', summary: 'A post has at most 10 images.', path: 'mediaItems', limit: 10,
 *   count: (draft) => countMedia(draft, 'image'), message: (actual) => `LinkedIn takes at most 10 images; this post has ${actual}.`,
 * });
 */
export function atMost(
  rule: Named & {
    readonly path: string;
    readonly limit: number;
    readonly count: (draft: Draft) => number;
    readonly message: (actual: number) => string;
  },
): ContentRule {
  const { name, summary, path, limit, count, message } = rule;
  return {
    name,
    summary,
    check(draft) {
      const actual = count(draft);
      return actual <= limit ? [] : [{ rule: name, path, message: message(actual), limit, actual }];
    },
  };
}

/**
 * A rule that refuses a draft of some kind, at one place.
 *
 * @example
 * refuseWhen({ name: 'x.content.empty', summary: 'A post has text or media.', when: isEmpty, path: 'content', message: 'Write a text.' });
 */
export function refuseWhen(
  rule: Named & Omit<Violation, 'rule'> & { readonly when: (draft: Draft) => boolean },
): ContentRule {
  const { name, summary, when, ...found } = rule;
  return { name, summary, check: (draft) => (when(draft) ? [{ rule: name, ...found }] : []) };
}

const noDocumentName = (platform: Platform) => `${platform}.media.no_document` as const;

/** The rule of a platform that shows no documents. */
export const noDocuments = (platform: Platform): ContentRule =>
  refuseWhen({
    name: noDocumentName(platform),
    summary: 'Documents are refused.',
    when: (draft) => countMedia(draft, 'document') > 0,
    path: 'mediaItems',
    message: `A post on ${platform} holds no documents: leave the document out for this target.`,
  });

/** Violations that a platform without documents names for a draft. */
export const refusedDocuments = ({ platform, rules }: Pick<ContentRules, 'platform' | 'rules'>, draft: Draft) =>
  rules.filter(({ name }) => name === noDocumentName(platform)).flatMap(({ check }) => check(draft));
