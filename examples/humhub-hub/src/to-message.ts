/** An image that is attached to the post. */
export type AttachedImage = { readonly guid: string; readonly altText: string | null };

/** Characters of Markdown that a backslash makes plain (CommonMark 0.31, section 2.4, 2026-11). */
const MARKUP = /[\\`*_{}[\]#+!|<>~-]/g;

const plain = (text: string): string => text.replace(MARKUP, '\\$&');

/**
 * The message of a post. HumHub reads messages as Markdown, and images of a post by the address
 * `file-guid:` (HumHub rich text, checked 2026-11). Files have no alternative text of their own, so
 * images stand in the message.
 *
 * @example
 * toMessage('Rye *is* back', [{ guid: '6f…', altText: 'A loaf' }]); // 'Rye \\*is\\* back\n\n![A loaf](file-guid:6f…)'
 */
export function toMessage(text: string, images: readonly AttachedImage[]): string {
  const shown = images.map(({ guid, altText }) => `![${oneLine(altText ?? '')}](file-guid:${guid})`);
  return [plain(text.trim()), ...shown].filter((part) => part !== '').join('\n\n');
}

const oneLine = (text: string): string => plain(text.replace(/\s+/g, ' ').trim());
