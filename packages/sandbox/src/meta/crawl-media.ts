import { type FileAnswer, type FileRequest, requestFile, typeOf } from '../fetch-media.ts';
import type { FetchedMedia } from '../simulator.ts';
import { sniffMedia } from '../sniff-media.ts';
import { mayCrawl } from './robots.ts';

export type CrawledMedia = FetchedMedia | { readonly ok: false; readonly reason: string; readonly isSlow: true };

/** Longest wait for the first byte of an answer. */
export const CRAWLER_PATIENCE_MS = 5_000;

const CRAWLER = 'facebookexternalhit';
const HEADERS = {
  'user-agent': `${CRAWLER}/1.1 (+http://www.facebook.com/externalhit_uatext.php)`,
  accept: '*/*',
  'accept-encoding': 'gzip, deflate',
};
const HEAD_BYTES = 1024;

/**
 * Fetches a file as Meta's crawler does before it makes a container: asks robots.txt, then HEAD,
 * the first bytes by Range, and the whole file twice at once. The answers must agree.
 *
 * Known (Meta, Web Crawlers, and Ayrshare, Meta media crawler blocked; both checked 2026-11): the
 * user agent; robots.txt is obeyed ("Restricted by robots.txt"); a server answers the bytes of the
 * Range or ignores it; a 403 and an answer that takes more than a few seconds fail the fetch; no
 * cookies are sent.
 *
 * Assumed, since Meta publishes nothing about it: that it sends HEAD at all, and goes on where HEAD
 * is not answered with 200, as many signed addresses refuse it; more than one GET; five seconds as
 * the few; every redirect is refused, of whatever kind and target; a robots.txt that is not
 * answered with 200 forbids nothing; a file without a declared length is accepted.
 */
export async function crawlMedia(url: string, patienceMs = CRAWLER_PATIENCE_MS): Promise<CrawledMedia> {
  const ask = (address: string, request: FileRequest = {}) =>
    requestFile(address, { ...request, headers: { ...HEADERS, ...request.headers }, firstByteMs: patienceMs });
  if (!URL.canParse(url)) return refused(`${url} is not an http(s) address`);
  const { origin, pathname, search } = new URL(url);
  const robots = await ask(`${origin}/robots.txt`);
  if (robots.ok && robots.status === 200 && !mayCrawl(robots.bytes.toString('utf8'), CRAWLER, pathname + search))
    return refused('Restricted by robots.txt');

  const head = await ask(url, { method: 'HEAD' });
  if (!head.ok) return failed(head);
  if (head.status >= 300 && head.status < 400) return refused(`HEAD was answered with HTTP ${head.status}`);
  const part = await ask(url, { headers: { range: `bytes=0-${HEAD_BYTES - 1}` }, wanted: 206 });
  if (!part.ok) return failed(part);
  if (part.status !== 200 && part.status !== 206) return refused(`the address answered HTTP ${part.status}`);

  const [first, second] = await Promise.all([ask(url), ask(url)]);
  for (const whole of [first, second]) {
    if (!whole.ok) return failed(whole);
    if (whole.status !== 200) return refused(`the address answered HTTP ${whole.status}`);
  }
  return agreed(head, part, [first, second] as readonly [Answered, Answered]);
}

type Answered = Extract<FileAnswer, { ok: true }>;

function agreed(head: Answered, part: Answered, [whole, again]: readonly [Answered, Answered]): CrawledMedia {
  const { bytes, headers } = whole;
  const type = typeOf(headers);
  if (!bytes.equals(again.bytes) || type !== typeOf(again.headers)) return refused('two downloads differ');
  if (head.status === 200) {
    const declared = head.headers.get('content-length');
    const isPacked = head.headers.has('content-encoding') || headers.has('content-encoding');
    if (declared !== null && !isPacked && Number(declared) !== bytes.length)
      return refused(`HEAD declares ${declared} bytes, the file has ${bytes.length}`);
    if (typeOf(head.headers) !== type) return refused('HEAD declares another type than GET');
  }
  if (part.status === 206) {
    const end = Math.min(HEAD_BYTES, bytes.length);
    if (part.headers.get('content-range') !== `bytes 0-${end - 1}/${bytes.length}`)
      return refused(`a range of another file: ${part.headers.get('content-range') ?? 'none declared'}`);
    if (!part.bytes.equals(bytes.subarray(0, end))) return refused('the range differs from the file');
  }
  return { ok: true, bytes, contentType: type ?? 'application/octet-stream', sniffed: sniffMedia(bytes) };
}

function refused(reason: string): CrawledMedia {
  return { ok: false, reason };
}

function failed({ reason, isSlow }: Extract<FileAnswer, { ok: false }>): CrawledMedia {
  return isSlow ? { ok: false, reason, isSlow } : refused(reason);
}
