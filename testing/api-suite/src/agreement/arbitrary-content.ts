import type { OAuthPlatform } from '@fanfare/contract';
import fc, { type Arbitrary } from 'fast-check';
import type { Json } from './call.ts';
import { NONCE_CHARS } from './references.ts';

/** Numbers of the networks' rules, as `GET /platforms` lists them or as their names say. */
const TEXT_LIMITS = [280, 500, 2_200, 3_000, 10_000];
const LINKS_MAX = 5;
const HASHTAGS_MAX = 30;
const MENTIONS_MAX = 20;
const MEDIA_LIMITS = [1, 4, 10];

/** A limit, one less, one more. */
const around = (limit: number): readonly number[] => [limit - 1, limit, limit + 1];

/** So many characters, no two texts alike: networks refuse what was said before. */
const letters = (count: number): string => `{{nonce}}${'x'.repeat(Math.max(0, count - NONCE_CHARS))}`;
const many = (count: number, word: (at: number) => string): string =>
  `{{nonce}} ${Array.from({ length: count }, (_, at) => word(at)).join(' ')}`;

/** Any network takes these. */
export const plainText: Arbitrary<string> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      '{{nonce}}',
      'Hello {{nonce}}',
      '{{nonce}}\nsecond line',
      'Grüße {{nonce}} 👋',
      'こんにちは {{nonce}}',
      '#one {{nonce}} @ada',
    ),
  },
  { weight: 1, arbitrary: fc.integer({ min: NONCE_CHARS, max: 280 }).map(letters) },
);

/** One with a link, which X charges for. */
export const linkText: Arbitrary<string> = fc.constantFrom(
  '{{nonce}} https://example.com/a',
  'example.com {{nonce}}',
  '{{nonce}} http://a.example.org?b=c',
);

/** Texts at the edges of the networks' rules. */
export const edgeText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...TEXT_LIMITS.flatMap(around)).map(letters),
  fc.constantFrom(...around((280 - NONCE_CHARS) / 2)).map((count) => `{{nonce}}${'字'.repeat(count)}`),
  fc
    .constantFrom(
      ...around((280 - NONCE_CHARS) / 2),
      ...around((500 - NONCE_CHARS) / 4),
      ...around((10_000 - NONCE_CHARS) / 2),
    )
    .map((count) => `{{nonce}}${'👍'.repeat(count)}`),
  fc.constantFrom(...around(LINKS_MAX)).map((count) => many(count, (at) => `https://example.com/${at}`)),
  fc.constantFrom(...around(HASHTAGS_MAX)).map((count) => many(count, (at) => `#tag${at}`)),
  fc.constantFrom(...around(MENTIONS_MAX)).map((count) => many(count, (at) => `@ada${at}`)),
  fc.constantFrom('', ' \n '),
  fc.constantFrom(
    'a{{nonce}}\ufffe',
    '\ufeff{{nonce}}',
    '\uffff{{nonce}}',
    '{{nonce}}\u200d👩\u200d👩\u200d👧',
    '{{nonce}}e\u0301',
    '👩🏽‍💻{{nonce}}',
  ),
);

const PRIVATE_URLS = [
  'http://127.0.0.2/a.jpg',
  'http://localhost/a.jpg',
  'http://10.0.0.1/a.jpg',
  'http://[::1]/a.jpg',
  'http://169.254.169.254/latest',
  'http://0x7f.1:81/a.jpg',
  'https://printer.local/a.jpg',
  'http://intranet/a.jpg',
  'https://192.168.0.1:8443/a.jpg',
  'http://metadata.goog/a',
];
const PUBLIC_URLS = [
  'https://files.example.com/a.jpg',
  'http://files.example.com/b.jpg?c=d#e',
  'https://8.8.8.8/a.png',
  'https://bücher.example/ä.jpg',
];

const url: Arbitrary<string> = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...PUBLIC_URLS) },
  { weight: 1, arbitrary: fc.constantFrom(...PRIVATE_URLS) },
  // Hosted files, whose bytes never come, and one that is unknown.
  { weight: 1, arbitrary: fc.nat({ max: 3 }).map((at) => `{{hosted:${at}}}`) },
);

const altText = fc.constantFrom('', 'A harbour', 'x'.repeat(999), 'x'.repeat(1_000), '👍'.repeat(1_000));

const item = (type: 'image' | 'video'): Arbitrary<Json> =>
  fc.record(
    { type: fc.constant(type), url, coverUrl: url, thumbOffsetMs: fc.constantFrom(0, 1, 2_147_483_647), altText },
    { requiredKeys: ['type', 'url'] },
  ) as Arbitrary<Json>;
const bareItem = (type: 'image' | 'video'): Arbitrary<Json> =>
  fc.record({ type: fc.constant(type), url }) as Arbitrary<Json>;

/** Media that are not fetched: for requests that publish nothing now. */
export const media: Arbitrary<readonly Json[]> = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.oneof(item('image'), item('video')), { minLength: 1, maxLength: 2 }) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...MEDIA_LIMITS.flatMap(around).filter((count) => count <= 10))
      .chain((count) => fc.array(bareItem('image'), { minLength: count, maxLength: count })),
  },
  { weight: 1, arbitrary: fc.array(bareItem('video'), { minLength: 1, maxLength: 3 }) },
);

/** Media every network really takes. */
export const realMedia: Arbitrary<readonly Json[]> = fc.constantFrom<readonly Json[]>(
  [{ type: 'image', url: '{{file:beans.jpg}}' }],
  [{ type: 'image', url: '{{file:harbour.jpg}}', altText: 'A harbour' }],
);

const COMMENT_LIMITS = [500, 1_250, 2_200];

/** First comments, at the edges of the networks' rules. */
export const edgeComment: Arbitrary<string> = fc.constantFrom(
  'First!',
  ' ',
  ...COMMENT_LIMITS.flatMap(around).map(letters),
  `{{nonce}}${'👍'.repeat(123)}`,
);

export const platform: Arbitrary<OAuthPlatform> = fc.constantFrom('x', 'threads', 'linkedin', 'instagram');
