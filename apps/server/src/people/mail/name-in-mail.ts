import { readMailAddress } from '../../config/mail-address.ts';

const MOST_CHARACTERS = 60;
/** Control characters and direction marks. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u2060-\u2069\u202a-\u202e\ufeff]+/gu;
/** Characters that make a word an address in a mail program, unless a blank follows. */
const LINKS = /[.:/\\@\u3002\uff0e\uff61]+(?=\S)/gu;

/**
 * Shortens a name of a workspace or project for a mail to somebody else: one line that no mail
 * program shows as a link. Keeps an address, which is the name a first sign-in gives a workspace.
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
