import { atMost, type ContentRule } from '@fanfare/rules';
import { placesOf } from './places.ts';
import { hiddenPlaces } from './text-parts.ts';

/** Meta, Threads spoilers, 2026-07-02, checked 2026-11. */
const SPOILERS_MAX = 10;

/** Rules of parts that a post names by their words. */
export const textParts: readonly ContentRule[] = [
  {
    name: 'threads.spoilers.not_in_text',
    summary: 'Each spoiler is an exact part of the text.',
    check: ({ content, options }) =>
      (options?.threads?.spoilers ?? []).flatMap((part, at) =>
        content.includes(part)
          ? []
          : [
              {
                rule: 'threads.spoilers.not_in_text',
                path: `threads.spoilers[${at}]`,
                message: 'The text has no such part: write the spoiler exactly as it stands in the text.',
              },
            ],
      ),
  },
  atMost({
    name: 'threads.spoilers.max_places',
    summary: 'At most 10 places of the text are hidden; a spoiler is hidden wherever it occurs.',
    path: 'threads.spoilers',
    limit: SPOILERS_MAX,
    count: (draft) => hiddenPlaces(draft).length,
    message: (actual) =>
      `Threads hides at most ${SPOILERS_MAX} places of a text, and these spoilers occur at ${actual}: name longer parts, or fewer.`,
  }),
  {
    name: 'threads.text_attachment.styled',
    summary: 'Each styled part is an exact part of the attached text, and no two overlap.',
    check({ options }) {
      const { content = '', styled = [] } = options?.threads?.textAttachment ?? {};
      const taken = new Set<number>();
      return styled.flatMap(({ part }, at) => {
        const path = `threads.textAttachment.styled[${at}].part`;
        const own = placesOf(content, part).flatMap(({ start, end }) =>
          Array.from({ length: end - start }, (_, i) => start + i),
        );
        const message =
          own.length === 0
            ? 'The attached text has no such part: write it exactly as it stands there.'
            : own.some((unit) => taken.has(unit))
              ? 'This part overlaps another one: give a place all its styles in one part.'
              : null;
        for (const unit of own) taken.add(unit);
        return message === null ? [] : [{ rule: 'threads.text_attachment.styled', path, message }];
      });
    },
  },
];
