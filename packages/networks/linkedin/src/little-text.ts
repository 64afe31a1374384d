/**
 * Text as LinkedIn's `commentary` wants it: the 15 reserved characters of "little text" get a backslash. Left unescaped, LinkedIn
 * answers 201 and cuts the post at the first of them (LinkedIn, little text format, and PipedreamHQ/pipedream issue 17353, checked 2026-11).
 * Comments are plain text and must not pass through here.
 *
 * @example
 * escapeLittleText('Release #1 (really)'); // Release \#1 \(really\)
 */
export function escapeLittleText(text: string): string {
  return text.replace(/[\\|{}@[\]()<>#*_~]/g, '\\$&');
}

/**
 * What a reader sees of a commentary that LinkedIn gave back: escapes removed, a hashtag template shown as `#tag`.
 *
 * @example
 * readLittleText('Release \\#1 {hashtag|\\#|news}'); // Release #1 #news
 */
export function readLittleText(commentary: string): string {
  return commentary
    .replace(/(?<!\\)\{hashtag\|\\?#\|((?:\\.|[^}\\])*)\}/g, (_template, tag: string) => `\\#${tag}`)
    .replace(/\\(.)/gs, '$1');
}
