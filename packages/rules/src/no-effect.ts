import type { MediaItem } from '@fanfare/contract';
import type { ContentRules, Warning } from './content-rules.ts';
import type { Draft } from './draft.ts';

/** A field of media items that a platform accepts and ignores. */
export type IgnoredMediaField = {
  readonly field: 'altText' | 'coverUrl' | 'thumbOffsetMs';
  /** On which items it is ignored; on all of them when absent. */
  readonly where?: (item: MediaItem, draft: Draft) => boolean;
  readonly message: string;
};

/** Fields that a platform accepts and ignores, each with the reason that callers get. */
export type IgnoredFields = {
  readonly media: readonly IgnoredMediaField[];
  /** The words of a platform without first comments. */
  readonly firstComment?: string;
  /** The words of a platform without spaces. */
  readonly spaceSlug?: string;
};

/**
 * The warnings of a platform: one for each ignored field of a draft, media items first and in their
 * order.
 *
 * @example
 * const warnings = noEffect({ media: [{ field: 'coverUrl', message: 'coverUrl has no effect here.' }] });
 * warnings(draft); // [{ path: 'mediaItems[0].coverUrl', message: 'coverUrl has no effect here.' }]
 */
export function noEffect(ignored: IgnoredFields): ContentRules['warnings'] {
  return (draft) => [
    ...draft.media.flatMap(warnOfTitle),
    ...draft.media.flatMap((item, index) =>
      ignored.media
        .filter(({ field, where }) => item[field] !== undefined && (where?.(item, draft) ?? true))
        .map(({ field, message }): Warning => ({ path: `mediaItems[${index}].${field}`, message })),
    ),
    ...(['firstComment', 'spaceSlug'] as const).flatMap((path): readonly Warning[] => {
      const message = ignored[path];
      return message === undefined || draft[path] === null ? [] : [{ path, message }];
    }),
  ];
}

const warnOfTitle = ({ type, title }: MediaItem, index: number): readonly Warning[] =>
  type === 'document' || title === undefined
    ? []
    : [{ path: `mediaItems[${index}].title`, message: 'A title belongs to a document; it is ignored here.' }];
