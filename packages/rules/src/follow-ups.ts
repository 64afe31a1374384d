import type { MediaItem, TargetOptions } from '@fanfare/contract';
import { type ContentRules, checkContent, takesComment, type Violation, type Warning } from './content-rules.ts';
import type { Draft } from './draft.ts';

/** Kinds of the posts that follow the post of a target: the rest of its chain, and comments. */
export type FollowUpKind = 'thread' | 'comment';

/** A post of a target after its first. */
export type FollowUp = {
  readonly kind: FollowUpKind;
  /** Position in `thread`, from 1, or in `firstComments`, from 0. */
  readonly index: number;
  /** Its own content, as if it were a post. A comment has its text as `content`. */
  readonly draft: Draft;
  /** Time after the post of the target, of a comment. */
  readonly afterSeconds: number;
};

/**
 * The posts that follow the post of a target: those of a chain in order, then comments.
 *
 * @example
 * followUpsOf({ ...draft, options: { thread: [{ content: 'One' }, { content: 'Two' }] } }, xRules);
 * // [{ kind: 'thread', index: 1, draft: { content: 'Two', … }, afterSeconds: 0 }]
 */
export function followUpsOf(draft: Draft, rules: ContentRules): readonly FollowUp[] {
  const { thread = [], firstComments = [] } = draft.options ?? {};
  const rest = thread.slice(1).map(
    ({ content, mediaItems = [] }, i): FollowUp => ({
      ...{ kind: 'thread', index: i + 1, afterSeconds: 0 },
      draft: partOf(draft, content, mediaItems),
    }),
  );
  const comments = (takesComment(draft, rules) ? firstComments : []).map(
    ({ content, afterSeconds = 0 }, index): FollowUp => ({
      ...{ kind: 'comment', index, afterSeconds },
      draft: partOf(draft, content, []),
    }),
  );
  return [...rest, ...comments];
}

const partOf = ({ aiGenerated }: Draft, content: string, media: readonly MediaItem[]): Draft => ({
  ...{ content, media, aiGenerated },
  ...{ firstComment: null, spaceSlug: null },
});

/** The first post of a chain, which stands in the place of the target's own content and media. */
export const headOf = ({ thread }: TargetOptions) => thread?.[0];

/** Units of a comment, of the first and of any other (spec 8, metering 1). */
export const COMMENT_UNITS = 1;

/** Units of a post that follows. */
export const followUpUnits = ({ kind, draft }: FollowUp, rules: ContentRules): number =>
  kind === 'comment' ? COMMENT_UNITS : rules.units(draft);

/** The place of a post that follows in the target of a request. */
export const placeOf = ({ kind, index }: Pick<FollowUp, 'kind' | 'index'>): string =>
  `${kind === 'thread' ? 'thread' : 'firstComments'}[${index}]`;

/** Judges the text of one of `firstComments` by the rules of the first comment. */
export function checkComment(draft: Draft, comment: FollowUp, rules: ContentRules): readonly Violation[] {
  const { content } = comment.draft;
  return checkContent({ ...draft, firstComment: content }, rules)
    .filter(({ path }) => path === 'firstComment')
    .map((violation) => ({ ...violation, path: `${placeOf(comment)}.content` }));
}

/**
 * Refuses what a chain or comments cannot be: content beside a chain that is not its first post,
 * and two comments with the same text, which could not be told apart when an answer is lost.
 */
export function checkFollowUps(
  draft: Draft,
  own: { readonly content?: string | undefined; readonly mediaItems?: readonly MediaItem[] | undefined },
  { platform }: Pick<ContentRules, 'platform'>,
): readonly Violation[] {
  const head = draft.options && headOf(draft.options);
  const isOther = (name: 'content' | 'mediaItems', first: unknown) =>
    head !== undefined && own[name] !== undefined && JSON.stringify(own[name]) !== JSON.stringify(first);
  const beside = (path: 'content' | 'mediaItems'): Violation => ({
    ...{ rule: `${platform}.thread.own_content`, path },
    message: `A target with thread has no ${path} of its own: thread[0] is its first post. Leave ${path} out.`,
  });
  const texts = [draft.firstComment, ...(draft.options?.firstComments ?? []).map(({ content }) => content)];
  return [
    ...(isOther('content', head?.content) ? [beside('content')] : []),
    ...(isOther('mediaItems', head?.mediaItems ?? []) ? [beside('mediaItems')] : []),
    ...texts.flatMap((text, i): readonly Violation[] =>
      text === null || texts.indexOf(text) === i
        ? []
        : [
            {
              ...{ rule: `${platform}.first_comments.repeated`, path: `firstComments[${i - 1}].content` },
              message: 'Two comments of a post have the same text. Change one of them.',
            },
          ],
    ),
  ];
}

/** Rules of a platform with chains or further comments, besides the forms of its options. */
export const followUpRules = ({ platform, options = {} }: Pick<ContentRules, 'platform' | 'options'>) => [
  ...('thread' in options
    ? [
        {
          name: `${platform}.thread.own_content`,
          summary: 'A target with `thread` has no other `content` and `mediaItems` of its own.',
        },
      ]
    : []),
  ...('firstComments' in options
    ? [
        {
          name: `${platform}.first_comments.repeated`,
          summary: 'The comments of a post differ in their texts.',
        },
      ]
    : []),
];

/** Warns of comments on a post that takes none. */
export const warnOfComments = (draft: Draft, rules: ContentRules): readonly Warning[] =>
  draft.options?.firstComments !== undefined && !takesComment(draft, rules)
    ? [{ path: 'firstComments', message: 'This kind of post takes no comments: firstComments has no effect.' }]
    : [];
