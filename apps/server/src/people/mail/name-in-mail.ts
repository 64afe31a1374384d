import { readMailAddress } from '../../config/mail-address.ts';

const MOST_CHARACTERS = 60;
/** Control characters, and those that turn the direction of a line. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u2060-\u2069\u202a-\u202e\ufeff]+/gu;
/** What makes a word an address in the eyes of a mail program, where no blank follows. */
const LINKS = /[.:/\\@\u3002\uff0e\uff61]+(?=\S)/gu;

/**
 * A name that somebody gave to a workspace or project, for a mail to somebody else: one short line that no mail program shows as a link. The name of a
 * workspace that is an address, as a first sign-in makes it, stays as it is.
 */
export function nameInMail(name: string): string {
  const line = name.replace(INVISIBLE, ' ').trim();
  if (readMailAddress(line) === line) return line;
  const characters = [...line.replace(LINKS, ' ').replace(/ +/g, ' ').trim()];
  return characters.length <= MOST_CHARACTERS
    ? characters.join('')
    : `${characters
        .slice(0, MOST_CHARACTERS - 1)
        .join('')
        .trimEnd()}…`;
}
