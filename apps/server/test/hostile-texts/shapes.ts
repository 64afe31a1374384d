/**
 * Pieces that are slow for some parser when they are repeated: what opens and never closes, what
 * nearly matches, and what a parser looks for.
 */
const PIECES = [
  ...[
    '<a>',
    '<p><svg></p>',
    '<title>',
    '<meta a="',
    '<meta content=&amp;',
    '<!--',
    '<script>',
    '<![CDATA[',
    '&amp;',
    '</br>',
  ],
  ...['<u>; rel="', '<u>;a=";', '<', '; rel = ', '",', '\\"', '"access_token":"\\', 'access_token', 'access_token: '],
  ...['eyJaaaaaaaa-', 'eyJ', 'EAA-', 'Bearer ', 'Bearer\t', 'code=', 'fanfare_sk_', 'a-', 'a', '-'],
  ...[
    'https://',
    'https://a.',
    'https://a/)',
    'https://a/.,',
    'https://t.co/a',
    'www.a,',
    ' @a.',
    ' @.',
    ' #',
    '#1',
    '@a@',
    '/status/1',
  ],
  ...[
    'a.',
    'ñ.',
    '日本.',
    '😀',
    '👩‍',
    'e\u0301',
    '\u200d',
    '\ud800',
    '\0',
    ' ',
    '\n',
    '\t',
    '.,',
    '()',
    '((',
    '{hashtag|#|',
    '\\{',
    '&amp;',
  ],
  ...[
    'account is suspended ',
    'organization ',
    'duplicate ',
    'permission ',
    'Mozilla/5.0 (',
    'Chrome/1 ',
    '%25',
    '%2F',
    '//',
    '/..',
    '/setup/',
  ],
  ...['[', '[[],', '{"a":', '1,', '1234567890123456,', '{},', '"a",', ';q=', '; charset=', 'GMT, ', '&lt;', 'amp;'],
];

/** Texts before and behind: an end that does not fit makes a parser go back. */
const AROUND: readonly (readonly [before: string, behind: string])[] = [
  ['', ''],
  ['https://a.example/', '!\0'],
];

/** A longer text stands alone, to keep the test short. */
const MANY_CHARS = 100_000;

/**
 * Hostile texts of one length.
 *
 * @example
 * hostileTexts(8_192).length;
 */
export const hostileTexts = (chars: number): readonly { readonly name: string; readonly text: string }[] =>
  PIECES.flatMap((piece) =>
    (chars > MANY_CHARS ? AROUND.slice(0, 1) : AROUND).map(([before, behind]) => ({
      name: JSON.stringify(`${before}${piece} … ${behind}`),
      text: `${before}${piece.repeat(Math.ceil(chars / piece.length))}`.slice(0, chars) + behind,
    })),
  );
