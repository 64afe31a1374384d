import { Parser } from 'htmlparser2';
import { escapeHtml } from '../html.ts';

export type ContentImage = { readonly src: string; readonly alt: string | null };

/** HTML that somebody posted, as a page may show it. */
export type Content = {
  readonly html: string;
  readonly text: string;
  readonly images: readonly ContentImage[];
};

const blocks = ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote', 'figure', 'div', 'pre', 'table'];
const inline = [
  'a',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'del',
  'sup',
  'sub',
  'code',
  'span',
  'li',
  'figcaption',
  'cite',
];
const empty = ['br', 'hr', 'img'];
const allowed = new Set([...blocks, ...inline, ...empty]);
const dropped = new Set(['script', 'style', 'iframe', 'object', 'template', 'noscript', 'textarea', 'title']);
const attributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'class'],
  img: ['src', 'alt', 'width', 'height', 'class'],
};
const safeAddress = /^(https?:|mailto:|\/|#)/i;

/** Keeps what WordPress lets an author write (wp_kses_post), and reads text and images off it. */
export function readContent(posted: string): Content {
  const html: string[] = [];
  const text: string[] = [];
  const images: ContentImage[] = [];
  let droppedDepth = 0;

  const parser = new Parser({
    onopentag(name, found) {
      if (dropped.has(name)) droppedDepth++;
      if (droppedDepth > 0 || !allowed.has(name)) return;
      html.push(`<${name}${keptAttributes(name, found)}${empty.includes(name) ? ' /' : ''}>`);
      if (name === 'br') text.push('\n');
      if (name === 'img' && found.src !== undefined) images.push({ src: found.src, alt: found.alt || null });
    },
    ontext(part) {
      if (droppedDepth > 0) return;
      html.push(escapeHtml(part));
      text.push(part);
    },
    onclosetag(name) {
      if (dropped.has(name)) droppedDepth--;
      else if (droppedDepth === 0 && allowed.has(name) && !empty.includes(name)) html.push(`</${name}>`);
      if (blocks.includes(name)) text.push('\n\n');
      if (name === 'li') text.push('\n');
    },
  });
  parser.write(posted);
  parser.end();
  return { html: html.join('').trim(), text: tidy(text.join('')), images };
}

function keptAttributes(name: string, found: Readonly<Record<string, string>>): string {
  return (attributes[name] ?? ['class'])
    .filter((each) => found[each] !== undefined)
    .filter((each) => !['href', 'src'].includes(each) || safeAddress.test(found[each] ?? ''))
    .map((each) => ` ${each}="${escapeHtml(found[each] ?? '')}"`)
    .join('');
}

function tidy(text: string): string {
  return text
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
