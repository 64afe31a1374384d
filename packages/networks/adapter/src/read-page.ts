import { type buildConnector, Client, type Dispatcher } from 'undici';
import { type Egress, readAddress } from './egress/egress.ts';
import { guardedConnector } from './egress/guarded-connector.ts';
import { isCompressed } from './is-compressed.ts';
import { isOwnMistake } from './own-mistake.ts';
import { type PageFacts, parsePage } from './parse-page.ts';

/** The data of a page, or why it could not be read, as a part of a sentence. */
export type PageAnswer = { readonly ok: true; readonly page: PageFacts } | { readonly ok: false; readonly why: string };

/**
 * Reads the Open Graph data of a public page, through the egress guard. An aborted signal counts as
 * a page that could not be read. Throws only for a mistake in this program.
 *
 * @example
 * const answer = await readPage('https://blog.example/post', signal);
 * if (answer.ok) console.log(answer.page.title, answer.page.imageUrl);
 */
export type ReadPage = (url: string, signal: AbortSignal) => Promise<PageAnswer>;

type PageLimits = {
  /** The whole read, redirects included. */
  readonly totalMs: number;
  /** Bytes after this limit are not read: the head is at the beginning. */
  readonly maxBytes: number;
  readonly redirects: number;
};

export const PAGE_LIMITS: PageLimits = { totalMs: 10_000, maxBytes: 512 * 1024, redirects: 5 };

type Options = { readonly egress: Egress; readonly limits?: Partial<PageLimits> };
type Running = {
  readonly egress: Egress;
  readonly connect: buildConnector.connector;
  readonly limits: PageLimits;
  readonly signal: AbortSignal;
};

const CONNECT_TIMEOUT_MS = 5_000;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Every failure before an answer: separate reasons would make a port scanner. */
const NO_ANSWER: PageAnswer = { ok: false, why: 'its address gave no answer' };
const failed = (why: string): PageAnswer => ({ ok: false, why });

export function createPageReader({ egress, limits: given }: Options): ReadPage {
  const limits = { ...PAGE_LIMITS, ...given };
  const connect = guardedConnector(egress, { connectTimeoutMs: CONNECT_TIMEOUT_MS });
  return async (url, signal) => {
    const timeout = AbortSignal.timeout(limits.totalMs);
    return followRedirects({ egress, connect, limits, signal: AbortSignal.any([signal, timeout]) }, url);
  };
}

async function followRedirects(running: Running, text: string): Promise<PageAnswer> {
  let url = readAddress(running.egress, text, ['http:', 'https:']);
  for (let hop = 0; hop <= running.limits.redirects; hop++) {
    if (url === null) return NO_ANSWER;
    const next: PageAnswer | URL | null = await readOnce(running, url);
    if (next !== null && !(next instanceof URL)) return next;
    if (next?.protocol === 'http:' && url.protocol === 'https:') return failed('its address redirects to http');
    url = next;
  }
  return failed('its address redirects too often');
}

/** One request: returns the page, or the redirect target (null: a forbidden address). */
async function readOnce(running: Running, url: URL): Promise<PageAnswer | URL | null> {
  const { signal } = running;
  const client = new Client(url.origin, {
    connect: running.connect,
    pipelining: 0,
    allowH2: false,
    maxHeaderSize: 16 * 1024,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const answer = await client.request({
      method: 'GET',
      path: url.pathname + url.search,
      headers: {
        accept: 'text/html,application/xhtml+xml;q=0.9',
        'accept-encoding': 'identity',
        'user-agent': 'Fanfare',
      },
      signal,
    });
    answer.body.on('error', () => {}); // reading it reports the error; leaving it unread must not
    const { location } = answer.headers;
    if (REDIRECTS.has(answer.statusCode) && typeof location === 'string') {
      const target = URL.parse(location, url.href);
      return target && readAddress(running.egress, target, ['http:', 'https:']);
    }
    return await readBody(running, answer, url);
  } catch (error) {
    if (isOwnMistake(error)) throw error;
    return signal.aborted ? failed('it did not answer in time') : NO_ANSWER;
  } finally {
    void client.destroy();
  }
}

async function readBody({ limits }: Running, answer: Dispatcher.ResponseData, url: URL): Promise<PageAnswer> {
  const { statusCode: status, headers } = answer;
  if (status < 200 || status > 299) return failed(`its address answered with status ${status}`);
  const type = [headers['content-type'] ?? ''].flat().join(',');
  if (!/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) return failed('it is no HTML page');
  if (isCompressed(headers['content-encoding'])) return failed('its server sent it compressed');

  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    received += chunk.length;
    if (received >= limits.maxBytes) break;
  }
  const bytes = Buffer.concat(chunks).subarray(0, limits.maxBytes);
  return { ok: true, page: parsePage(decode(bytes, type), url) };
}

/** By the header's charset, else the page's `meta`, else UTF-8 (WHATWG HTML). */
function decode(bytes: Buffer, contentType: string): string {
  const inHeader = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1];
  const inPage = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]+)/i.exec(bytes.subarray(0, 1024).toString('latin1'))?.[1];
  for (const label of [inHeader, inPage, 'utf-8']) {
    try {
      if (label !== undefined) return new TextDecoder(label).decode(bytes);
    } catch {
      // An unknown label.
    }
  }
  return bytes.toString('utf8');
}
