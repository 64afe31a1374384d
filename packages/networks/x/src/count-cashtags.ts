/**
 * A cashtag as X's published parser reads it: `$TWTR` or `$BRK.A` behind white space or at the
 * beginning (twitter-text 3.1.0, checked 2026-11).
 */
const CASHTAG =
  /(?<=^|[\t-\r \u0085\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000])\$[a-z]{1,6}(?:[._][a-z]{1,2})?(?=$|\s|[!'#%&()*+,\\\-./:;<=>?@[\]^_{|}~$])/gi;

/**
 * Counts the cashtags of a text; one that is repeated counts again.
 *
 * @example
 * countCashtags('$ABC and $BRK.A, not $5 or a$b'); // 2
 */
export const countCashtags = (text: string): number => text.match(CASHTAG)?.length ?? 0;
