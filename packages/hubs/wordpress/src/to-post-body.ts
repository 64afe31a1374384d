import type { HubPost } from '@fanfare/hub';
import { splitTitle } from './split-title.ts';

/** An image that is on the hub. */
export type UploadedImage = { readonly id: number; readonly url: string; readonly altText: string | null };

export type PostBody = { readonly title: string; readonly content: string };

/**
 * A post in the blocks of the WordPress editor (WordPress block editor handbook, markup
 * representation of a block, checked 2026-11). The text is plain: nothing in it is read as HTML, as
 * a block or as a shortcode. Without a title the first line of the text is one.
 *
 * @example
 * toPostBody('Rye is back\n\nFrom six.', []).content; // '<!-- wp:paragraph -->\n<p>From six.</p>\n<!-- /wp:paragraph -->'
 */
export function toPostBody(text: HubPost['text'], images: readonly UploadedImage[], ownTitle?: string): PostBody {
  const plain = text.replace(/\r\n?/g, '\n').trim();
  const { title, body } = ownTitle === undefined ? splitTitle(plain) : { title: ownTitle, body: plain };
  const blocks = [...body.split(/\n{2,}/).flatMap(paragraph), ...imageBlocks(images)];
  return { title: escapedTitle(title), content: blocks.join('\n\n') };
}

function paragraph(text: string): readonly string[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) return [];
  return [`<!-- wp:paragraph -->\n<p>${lines.map(escaped).join('<br>')}</p>\n<!-- /wp:paragraph -->`];
}

function imageBlocks(images: readonly UploadedImage[]): readonly string[] {
  const blocks = images.map(imageBlock);
  if (blocks.length < 2) return blocks;
  const figure = `<figure class="wp-block-gallery has-nested-images columns-default is-cropped">${blocks.join('\n\n')}</figure>`;
  return [`<!-- wp:gallery -->\n${figure}\n<!-- /wp:gallery -->`];
}

function imageBlock({ id, url, altText }: UploadedImage): string {
  const image = `<img src="${escaped(url)}" alt="${escaped(altText ?? '')}" class="wp-image-${id}"/>`;
  return `<!-- wp:image {"id":${id}} -->\n<figure class="wp-block-image">${image}</figure>\n<!-- /wp:image -->`;
}

/** Square brackets begin shortcodes, which run anywhere (WordPress, Shortcode API, 2026-11). */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
  '[': '&#091;',
  ']': '&#093;',
};

/** Titles are HTML without shortcodes and attributes. */
const escapedTitle = (title: string): string => title.replace(/[&<>]/g, (character) => ENTITIES[character] ?? '');

/** Text as HTML without markup and shortcodes. */
export const escaped = (text: string): string => text.replace(/[&<>"'[\]]/g, (character) => ENTITIES[character] ?? '');
