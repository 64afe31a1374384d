const MAX_CHARS = 100;
const MAX_EXTENSION_CHARS = 10;

/**
 * Name of a file as an address can hold it: ASCII letters, digits, `.`, `-` and `_`, at most 100
 * characters. Keeps the extension.
 *
 * @example
 * safeFilename('../Café au lait.JPG'); // 'Cafe-au-lait.JPG'
 */
export function safeFilename(filename: string): string {
  const plain = filename
    .slice(-4 * MAX_CHARS)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  const last = plain.slice(Math.max(plain.lastIndexOf('/'), plain.lastIndexOf('\\')) + 1);
  const dot = last.lastIndexOf('.');
  const extension = dot > 0 ? words(last.slice(dot + 1)).slice(0, MAX_EXTENSION_CHARS) : '';
  const name = words(dot > 0 ? last.slice(0, dot) : last).slice(0, MAX_CHARS - MAX_EXTENSION_CHARS - 1) || 'file';
  return extension === '' ? name : `${name}.${extension}`;
}

/** Words of a text with a dash between them. */
const words = (text: string): string => (text.match(/[A-Za-z0-9_]+/g) ?? []).join('-');
