/**
 * Character classes of X's link grammar (twitter-text 3.1.0, the parser X published; checked
 * 2026-11). Every class tests one UTF-16 unit at a time and ignores case the way that parser does,
 * hence the flag `i`.
 */
const LATIN_ACCENTS =
  '\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u024F\\u0253\\u0254\\u0256\\u0257\\u0259\\u025B\\u0263\\u0268\\u026F\\u0272\\u0289\\u028B\\u02BB\\u0300-\\u036F\\u1E00-\\u1EFF';
const CYRILLIC = '\\u0400-\\u04FF';
const BIDI_MARKS = '\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069';
const SPACES = '\\t-\\r \\u0085\\u00A0\\u1680\\u180E\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000';
const PUNCTUATION = "!'#%&()*+,\\\\\\-./:;<=>?@\\[\\]^_{|}~$";

/** Characters X accepts nowhere in a post. */
export const INVALID = '\\uFFFE\\uFEFF\\uFFFF';

export type CharacterClass = (unit: string) => boolean;

/** Most texts are Latin, so its results are computed once. */
const TABLE_SIZE = 0x250;

function matching(expression: RegExp): CharacterClass {
  const table = Uint8Array.from({ length: TABLE_SIZE }, (_, code) =>
    expression.test(String.fromCharCode(code)) ? 1 : 0,
  );
  return (unit) => {
    const code = unit.charCodeAt(0);
    return code < TABLE_SIZE ? table[code] === 1 : expression.test(unit);
  };
}

const oneOf = (members: string): CharacterClass => matching(new RegExp(`^[${members}]$`, 'i'));
const noneOf = (members: string): CharacterClass => matching(new RegExp(`^[^${members}]$`, 'i'));

/** May stand before a link. */
export const beforeLink = noneOf(`A-Za-z0-9@\\uFF20$#\\uFF03${INVALID}`);
/** Blocks a link that has no protocol. */
export const blocksBareLink = oneOf('-_./');
/** May begin and end a label of a host; `-` and `_` may stand between. */
export const inLabel = noneOf(PUNCTUATION + SPACES + INVALID + BIDI_MARKS);
/** Characters of a bare host. */
export const inBareLabel = oneOf(`a-z0-9\\-${LATIN_ACCENTS}`);
/** Directly after an ending these say that the word goes on, so it was none. */
export const continuesTld = oneOf('0-9a-z@+\\-');
export const inPunycode = oneOf('0-9a-z\\-');
export const digit = oneOf('0-9');
export const inPath = oneOf(`a-z0-9!*';:=+,.$/%#\\[\\]\\-\\u2013_~@|&${CYRILLIC}${LATIN_ACCENTS}`);
export const endsPath = oneOf(`a-z0-9+\\-=_#/${CYRILLIC}${LATIN_ACCENTS}`);
export const inQuery = oneOf("a-z0-9!?*'@();:&=+$/%#\\[\\]\\-_.,~|");
export const endsQuery = oneOf('a-z0-9\\-_&=#/');
