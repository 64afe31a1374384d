import type { ThreadsTextAttachment } from '@fanfare/contract';
import type { Draft } from '@fanfare/rules';
import { countBytes } from './count-text.ts';
import { mergePlaces, type Place, placesOf } from './places.ts';

/** Places of the text that are hidden, in their order. */
export const hiddenPlaces = ({ content, options }: Pick<Draft, 'content' | 'options'>): readonly Place[] =>
  mergePlaces((options?.threads?.spoilers ?? []).flatMap((part) => placesOf(content, part)));

/**
 * `text_entities` of a post. Meta names no unit of offset and length (Threads spoilers,
 * 2026-07-02, checked 2026-11). UTF-16 code units are what its own sample app counts
 * (fbsamples/threads_api, text-parser.js), and what two publishers found with emoji in live posts
 * (2026-08, 2026-09).
 */
export const textEntities = (draft: Draft): string =>
  JSON.stringify(
    hiddenPlaces(draft).map(({ start, end }) => ({ entity_type: 'SPOILER', offset: start, length: end - start })),
  );

/**
 * `text_attachment` of a post. Offsets and lengths are bytes of UTF-8, unlike those of spoilers
 * (Meta, Threads text attachments, 2026-07-02; exileum/meta-mcp; checked 2026-11).
 */
export function textAttachment({ content, link, styled = [] }: ThreadsTextAttachment): string {
  const parts = styled.flatMap(({ part, styles }) => placesOf(content, part).map((place) => ({ ...place, styles })));
  return JSON.stringify({
    plaintext: content,
    link_attachment_url: link,
    text_with_styling_info:
      parts.length === 0
        ? undefined
        : parts.map(({ start, end, styles }) => ({
            offset: countBytes(content.slice(0, start)),
            length: countBytes(content.slice(start, end)),
            styling_info: styles,
          })),
  });
}
