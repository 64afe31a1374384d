import { Agent, type Dispatcher } from 'undici';
import { type Egress, readAddress } from './egress/egress.ts';
import { guardedConnector } from './egress/guarded-connector.ts';
import { isCompressed } from './is-compressed.ts';
import { isOwnMistake } from './own-mistake.ts';

/** A public file whose parts can be read, or why it cannot be, as a part of a sentence. */
export type ProbedMedia =
  | { readonly ok: true; readonly size: number; read(start: number, end: number): Promise<Uint8Array> }
  | { readonly ok: false; readonly why: string };

/** The file does not answer as it did before. The message is a part of a sentence. */
export class ProbeFailed extends Error {
  override readonly name = 'ProbeFailed';
}

export type ProbeMedia = {
  /**
   * Opens a public file through the egress guard. Reads its head; parts are read when they are
   * asked for, and throw ProbeFailed. Throws otherwise only for a mistake in this program.
   */
  open(url: string, signal: AbortSignal): Promise<ProbedMedia>;
  close(): Promise<void>;
};

const CONNECT_TIMEOUT_MS = 5_000;
const HEAD_BYTES = 256 * 1024;
/** Bytes that one probe reads; enough for the head and the end of any file, and a whole GIF. */
const MOST_BYTES = 24 * 1024 * 1024;
const MOST_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Every failure before an answer: separate reasons would make a port scanner. */
const NO_ANSWER = 'its address gave no answer';

const failed = (why: string): ProbedMedia => ({ ok: false, why });

/**
 * Reads the parts of public files that say what they are.
 *
 * @example
 * const probe = createMediaProbe({ egress });
 * const file = await probe.open('https://cdn.example/a.jpg', AbortSignal.timeout(10_000));
 * if (file.ok) console.log(file.size, await file.read(0, 16));
 */
export function createMediaProbe({ egress }: { readonly egress: Egress }): ProbeMedia {
  const agent = new Agent({
    connect: guardedConnector(egress, { connectTimeoutMs: CONNECT_TIMEOUT_MS }),
    ...{ allowH2: false, maxHeaderSize: 16 * 1024 },
  });

  const request = async (url: URL, range: string, signal: AbortSignal): Promise<Dispatcher.ResponseData> => {
    const answer = await agent.request({
      ...{ origin: url.origin, path: url.pathname + url.search, method: 'GET', signal },
      headers: { range, accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Fanfare' },
    });
    answer.body.on('error', () => {}); // reading it reports the error; leaving it unread must not
    return answer;
  };

  const orNoAnswer = async <Answer>(signal: AbortSignal, work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ProbeFailed || isOwnMistake(error)) throw error;
      throw new ProbeFailed(signal.aborted ? 'it did not answer in time' : NO_ANSWER);
    }
  };

  const find = async (text: string, signal: AbortSignal): Promise<{ url: URL; answer: Dispatcher.ResponseData }> => {
    let url = readAddress(egress, text, ['http:', 'https:']);
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      if (url === null) throw new ProbeFailed(NO_ANSWER);
      const answer = await request(url, `bytes=0-${HEAD_BYTES - 1}`, signal);
      const { location } = answer.headers;
      if (!REDIRECTS.has(answer.statusCode) || typeof location !== 'string') return { url, answer };
      answer.body.destroy();
      const next = URL.parse(location, url.href);
      if (next?.protocol === 'http:' && url.protocol === 'https:')
        throw new ProbeFailed('its address redirects from https to http');
      url = next && readAddress(egress, next, ['http:', 'https:']);
    }
    throw new ProbeFailed('its address redirects too often');
  };

  const open = async (text: string, signal: AbortSignal): Promise<ProbedMedia> => {
    const { url, answer } = await find(text, signal);
    const size = sizeOf(answer);
    const head = await readUpTo(answer, HEAD_BYTES);
    const hasRanges = answer.statusCode === 206;
    let left = MOST_BYTES;
    const readPart = async (start: number, end: number): Promise<Uint8Array> => {
      if (!hasRanges) throw new ProbeFailed('its server does not answer range requests');
      left -= end - start;
      if (left < 0) throw new ProbeFailed('too much of it would have to be read');
      const part = await request(url, `bytes=${start}-${end - 1}`, signal);
      const bytes = await readUpTo(part, end - start);
      if (part.statusCode === 206 && bytes.length === end - start) return bytes;
      throw new ProbeFailed('its server answers a range request with other bytes');
    };
    return {
      ok: true,
      size,
      read: (start, end) =>
        end <= head.length
          ? Promise.resolve(head.subarray(start, end))
          : orNoAnswer(signal, () => readPart(start, end)),
    };
  };

  return {
    async open(url, signal) {
      try {
        return await orNoAnswer(signal, () => open(url, signal));
      } catch (error) {
        if (error instanceof ProbeFailed) return failed(error.message);
        throw error;
      }
    },
    close: () => agent.destroy(),
  };
}

/** The size of the whole file. Throws ProbeFailed for an answer that is not a file. */
function sizeOf({ statusCode: status, headers }: Dispatcher.ResponseData): number {
  if (status !== 200 && status !== 206) throw new ProbeFailed(`its address answered with status ${status}`);
  if (isCompressed(headers['content-encoding'])) throw new ProbeFailed('its server sent it compressed');
  const [, total] = /^bytes \d+-\d+\/(\d+)$/.exec(String(headers['content-range'] ?? '')) ?? [];
  const size = Number(status === 206 ? total : headers['content-length']);
  if (!Number.isSafeInteger(size)) throw new ProbeFailed('its server does not say how large it is');
  if (size === 0) throw new ProbeFailed('its address gave an empty file');
  return size;
}

/** Reads the first bytes of a body, and lets the rest go. */
async function readUpTo({ body }: Dispatcher.ResponseData, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    received += chunk.length;
    if (received >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}
