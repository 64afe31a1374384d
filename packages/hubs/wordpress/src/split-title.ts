const MOST_TITLE_CHARS = 100;

export type TitledText = { readonly title: string; readonly body: string };

/**
 * Splits a text into the title and body of a post on WordPress: the first line is the title. One
 * that is too long for a title stays in the body.
 *
 * @example
 * splitTitle('Rye is back\n\nFrom six.'); // { title: 'Rye is back', body: 'From six.' }
 */
export function splitTitle(text: string): TitledText {
  const end = text.indexOf('\n');
  const line = (end < 0 ? text : text.slice(0, end)).trim();
  if (line.length > MOST_TITLE_CHARS) return { title: beginning(line), body: text };
  return { title: line, body: end < 0 ? '' : text.slice(end).trim() };
}

function beginning(line: string): string {
  const cut = line.slice(0, MOST_TITLE_CHARS - 1);
  // Never through a character.
  const start = /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
  const endsAtWord = /\s/.test(line.charAt(start.length));
  const whole = endsAtWord ? start : start.replace(/\s+\S*$/, '');
  return `${whole.trimEnd()}…`;
}
