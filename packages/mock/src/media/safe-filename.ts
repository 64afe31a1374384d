const MAX_CHARS = 100;
const MAX_ENDING_CHARS = 10;

/** The name of a file as its address has it: ASCII letters, digits, `.`, `-` and `_`. */
export function safeFilename(filename: string): string {
  const plain = filename
    .slice(-4 * MAX_CHARS)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  const last = plain.split(/[\\/]/).at(-1) ?? '';
  const dot = last.lastIndexOf('.');
  const ending = dot > 0 ? words(last.slice(dot + 1)).slice(0, MAX_ENDING_CHARS) : '';
  const name = words(dot > 0 ? last.slice(0, dot) : last).slice(0, MAX_CHARS - MAX_ENDING_CHARS - 1) || 'file';
  return ending === '' ? name : `${name}.${ending}`;
}

/** Words of a text with a dash between them. */
const words = (text: string): string => (text.match(/[A-Za-z0-9_]+/g) ?? []).join('-');
