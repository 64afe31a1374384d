import { POST_ID, postIdProblem } from './post-id-problem.ts';

// The network itself under both of its names and its onion address, and mirrors that people paste
// for their previews (FxEmbed/FxEmbed, dylanpdx/BetterTwitFix and yt-dlp/yt-dlp's Twitter
// extractor, checked 2026-08). `pro.`, `tweetdeck.` and `web.` are X's other sites. People write
// paths in any case; the id alone decides.
const OWN_HOST = /^(?:(?:www|mobile|m|web|pro|tweetdeck)\.)?(?:x|twitter)\.com$/;
const ONION_HOST = /^(?:(?:www|mobile|m)\.)?twitter3e4tixl4xyajtrzo62zg5vztmjuricljdp2c5kshju4avyoid\.onion$/;
const MIRROR_HOST = /^(?:(?:www|d|g|m|t)\.)?(?:fxtwitter|vxtwitter|fixupx|fixvx|twittpr)\.com$/;

/** `/{user}/status/{id}` and similar paths. The rest and the user do not matter. */
const PATH = new RegExp(`^/(?:i/web/|[^/]+/)?status(?:es)?/(${POST_ID})(?!\\d)`, 'i');
/** Share buttons: `/intent/retweet?tweet_id={id}`, `/intent/post?in_reply_to={id}`. */
const INTENT_PATH = /^\/intent\/[a-z]+\/?$/i;
const INTENT_FIELDS = ['tweet_id', 'in_reply_to'];

/**
 * The id of the post a link names, in every shape X has ever used and users share; null for every
 * other link, `t.co` included: where that leads only a call could decide.
 *
 * @example
 * readPostUrl(new URL('https://mobile.twitter.com/i/web/status/1880028200000000001?s=20')); // '1880028200000000001'
 */
export function readPostUrl(url: URL): string | null {
  const { protocol, hostname, port, username, password } = url;
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  // `https://x.com@evil.example/` shows one host and means another.
  if (port !== '' || username !== '' || password !== '') return null;
  if (![OWN_HOST, ONION_HOST, MIRROR_HOST].some((host) => host.test(hostname))) return null;
  return readPath(url.pathname) ?? readIntent(url) ?? readHashBang(url);
}

/**
 * The same for a link below this installation's own address of X's pages, which is the real X or
 * its replacement in development.
 *
 * @example
 * readOwnPostUrl(new URL('http://127.0.0.1:4600/x/web/jack/status/20'), 'http://127.0.0.1:4600/x/web'); // '20'
 */
export function readOwnPostUrl({ origin, username, password, pathname }: URL, webUrl: string): string | null {
  const own = new URL(webUrl);
  const prefix = own.pathname.replace(/\/$/, '');
  if (origin !== own.origin || username !== '' || password !== '') return null;
  return pathname.startsWith(`${prefix}/`) ? readPath(pathname.slice(prefix.length)) : null;
}

function readPath(path: string): string | null {
  return PATH.exec(path)?.[1] ?? null;
}

function readIntent({ pathname, searchParams }: URL): string | null {
  if (!INTENT_PATH.test(pathname)) return null;
  const id = INTENT_FIELDS.map((name) => searchParams.get(name)).find((value) => value !== null);
  return id != null && postIdProblem(id) === null ? id : null;
}

/** `/#!/{user}/status/{id}`, the form of 2010 to 2012. */
function readHashBang({ pathname, hash }: URL): string | null {
  return pathname === '/' && hash.startsWith('#!/') ? readPath(hash.slice(2)) : null;
}
