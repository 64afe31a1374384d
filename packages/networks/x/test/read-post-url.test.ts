import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createX, X_DEFAULTS } from '../src/index.ts';
import { readOwnPostUrl, readPostUrl } from '../src/read-post-url.ts';
import { configFor } from './make-call.ts';
import { scriptedX } from './scripted-x.ts';

const ID = '1880028200000000001';
const ONION = 'twitter3e4tixl4xyajtrzo62zg5vztmjuricljdp2c5kshju4avyoid.onion';
const read = (text: string) => readPostUrl(new URL(text));

const hosts = [
  ...['x.com', 'twitter.com', ONION].flatMap((host) => ['', 'www.', 'mobile.', 'm.'].map((sub) => sub + host)),
  ...['x.com', 'twitter.com'].flatMap((host) => ['web.', 'pro.', 'tweetdeck.'].map((sub) => sub + host)),
  ...['fxtwitter.com', 'vxtwitter.com', 'fixupx.com', 'fixvx.com', 'twittpr.com'].flatMap((host) =>
    ['', 'd.', 'g.', 'm.', 't.', 'www.'].map((sub) => sub + host),
  ),
];
const heads = [
  '/jack/status/',
  '/jack/statuses/',
  '/statuses/',
  '/status/',
  '/i/status/',
  '/i/web/status/',
  '/#!/jack/status/',
];
const tails = [
  ...['', '/', '/photo/1', '/video/1', '/analytics', '/retweets', '/quotes', '/likes', '/history', '/en', '.jpg'],
  ...['?s=20&t=abc', '?ref_src=twsrc%5Etfw', '#m', '/photo/1?s=20#m', '?status=5', '/status/5'],
];

const anId = fc.oneof(
  fc.bigInt({ min: 1n, max: 9_999_999_999_999_999_999n }).map(String),
  // Beyond 2^53, where numbers are no longer exact.
  fc.bigInt({ min: 2n ** 53n, max: 9_999_999_999_999_999_999n }).map(String),
);
const aUser = fc.stringMatching(/^[A-Za-z0-9_]{1,15}$/);

describe('a link to a post', () => {
  test('is read under every known host, path and ending', () => {
    for (const host of hosts) {
      for (const head of heads) {
        for (const tail of tails) {
          for (const scheme of ['https', 'http']) {
            const link = `${scheme}://${host}${head}${ID}${tail}`;
            expect([link, read(link)]).toEqual([link, ID]);
          }
        }
      }
    }
  });

  test('gives its exact id, whoever wrote the post and whatever follows it', () => {
    fc.assert(
      fc.property(
        anId,
        aUser,
        fc.constantFrom(...hosts),
        fc.constantFrom(...heads),
        fc.constantFrom(...tails),
        (id, user, host, head, tail) => {
          expect(read(`https://${host}${head.replace('jack', user)}${id}${tail}`)).toBe(id);
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each([
    ['share buttons', `https://twitter.com/intent/retweet?tweet_id=${ID}`],
    ['reply buttons', `https://x.com/intent/post?in_reply_to=${ID}&text=a`],
    ['old reply buttons', `https://twitter.com/intent/tweet?in_reply_to=${ID}`],
    ['a host in capitals', `HTTPS://WWW.X.COM/jack/status/${ID}`],
    ['a path in capitals', `https://x.com/Jack/STATUS/${ID}`],
    ['a path with capitals', `https://twitter.com/I/Web/Status/${ID}`],
    ['a hash-bang with capitals', `https://twitter.com/#!/Jack/Statuses/${ID}`],
    ['share buttons with capitals', `https://twitter.com/Intent/Retweet?tweet_id=${ID}`],
    ['the port of its scheme', `https://x.com:443/jack/status/${ID}`],
    ['a user called status', `https://x.com/status/status/${ID}`],
    ['a bracket from the surrounding text', `https://x.com/jack/status/${ID})`],
  ])('is read from %s', (_, link) => {
    expect(read(link)).toBe(ID);
  });

  test('is read by the adapter', async () => {
    const x = createX(configFor(await scriptedX()));
    expect(x.readPostUrl?.(new URL(`https://x.com/jack/status/${ID}`))).toBe(ID);
  });
});

describe('any other link is none', () => {
  test.each([
    ['a host with the same end', `https://netflix.com/jack/status/${ID}`],
    ['a host with the same start', `https://x.com.evil.com/jack/status/${ID}`],
    ['a user part that looks like the host', `https://x.com@evil.com/jack/status/${ID}`],
    ['a user part at all', `https://someone@x.com/jack/status/${ID}`],
    ['a password', `https://a:b@x.com/jack/status/${ID}`],
    ['another port', `https://x.com:8443/jack/status/${ID}`],
    ['another subdomain', `https://api.x.com/jack/status/${ID}`],
    ['a subdomain of a subdomain', `https://www.mobile.x.com/jack/status/${ID}`],
    ['a mirror’s prefix on the network itself', `https://d.x.com/jack/status/${ID}`],
    ['the shortener', 'https://t.co/AbCdEfGhIj'],
    ['another scheme', `ftp://x.com/jack/status/${ID}`],
    ['an id of 20 digits', 'https://x.com/jack/status/12345678901234567890'],
    ['an id that is zero', 'https://x.com/jack/status/0'],
    ['an id with zeros in front', 'https://x.com/jack/status/0123'],
    ['no id', 'https://x.com/jack/status/'],
    ['a word for an id', 'https://x.com/jack/status/abc'],
    ['digits of another script', 'https://x.com/jack/status/１２３'],
    ['a profile', 'https://x.com/jack'],
    ['a profile that is a number', `https://x.com/${ID}`],
    ['a list', `https://x.com/i/lists/${ID}`],
    ['a space', 'https://x.com/i/spaces/1eaJbrAlZjjJX'],
    ['a page below a list', `https://x.com/i/lists/status/${ID}`],
    ['a search', `https://x.com/search?q=/jack/status/${ID}`],
    ['an article', `https://x.com/jack/article/${ID}`],
    ['an intent without a post', 'https://twitter.com/intent/tweet?text=hello'],
    ['an intent for a word', 'https://twitter.com/intent/retweet?tweet_id=1x'],
    ['an intent to follow', `https://twitter.com/intent/follow?user_id=${ID}`],
    ['a fragment that is not a hash-bang', `https://x.com/#/jack/status/${ID}`],
    ['a hash-bang on another page', `https://x.com/home#!/jack/status/${ID}`],
    ['another network', 'https://www.linkedin.com/feed/update/urn:li:share:7'],
  ])('%s', (_, link) => {
    expect(read(link)).toBeNull();
  });

  test('any host and path: the answer is null or an id from the link', () => {
    const elsewhere = fc
      .tuple(
        fc.constantFrom('x', 'twitter', 'fxtwitter', 'm.x', 'www.twitter'),
        fc.constantFrom('.co', '.org', '.com.de'),
      )
      .map(([name, ending]) => name + ending);
    fc.assert(
      fc.property(elsewhere, anId, fc.constantFrom(...heads), (host, id, head) => {
        expect(read(`https://${host}${head}${id}`)).toBeNull();
      }),
      { numRuns: 200 },
    );
    const piece = fc.constantFrom(
      '/',
      '//',
      'jack',
      'status',
      'statuses',
      'i',
      'web',
      '#!',
      '?',
      '%2F',
      '..',
      ' ',
      ID,
      '0',
    );
    fc.assert(
      fc.property(fc.constantFrom(...hosts), fc.array(piece, { maxLength: 8 }), (host, pieces) => {
        const link = `https://${host}/${pieces.join('')}`;
        fc.pre(URL.canParse(link));
        const id = read(link);
        if (id !== null) expect(link).toContain(id);
        if (id !== null) expect(id).toMatch(/^[1-9]\d{0,18}$/);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a link below the address this installation uses for X', () => {
  const WEB = 'http://127.0.0.1:4600/x/web';

  test.each([
    [`${WEB}/jack/status/${ID}`, WEB],
    [`${WEB}/jack/status/${ID}?s=20#m`, WEB],
    [`${WEB}/i/web/status/${ID}/photo/1`, WEB],
    [`http://127.0.0.1:4600/jack/status/${ID}`, 'http://127.0.0.1:4600'],
  ])('is read: %s', (link, web) => {
    expect(readOwnPostUrl(new URL(link), web)).toBe(ID);
  });

  test.each([
    ['another port', `http://127.0.0.1:4601/x/web/jack/status/${ID}`],
    ['another scheme', `https://127.0.0.1:4600/x/web/jack/status/${ID}`],
    ['another folder', `http://127.0.0.1:4600/x/website/jack/status/${ID}`],
    ['outside the folder', `http://127.0.0.1:4600/jack/status/${ID}`],
    ['above the folder', `${WEB}/../jack/status/${ID}`],
    ['another user', `http://me@127.0.0.1:4600/x/web/jack/status/${ID}`],
    ['no post', `${WEB}/jack`],
  ])('is not: %s', (_, link) => {
    expect(readOwnPostUrl(new URL(link), WEB)).toBeNull();
  });

  test('counts for the network like the real one', () => {
    const x = createX({ ...X_DEFAULTS, webUrl: WEB, clientId: 'id', clientSecret: null });
    expect(
      [`${WEB}/jack/status/${ID}`, `https://x.com/jack/status/${ID}`].map((link) => x.readPostUrl!(new URL(link))),
    ).toEqual([ID, ID]);
  });
});
