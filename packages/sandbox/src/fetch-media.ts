import type { FetchedMedia } from './simulator.ts';
import { sniffMedia } from './sniff-media.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;

export type FileRequest = {
  readonly method?: 'GET' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
  /** The status whose body is read, 200 by default. Others are answered without their bytes. */
  readonly wanted?: 200 | 206;
  /** Longest wait for the first byte of the answer's body; no limit of its own by default. */
  readonly firstByteMs?: number;
};

export type FileAnswer =
  | { readonly ok: true; readonly status: number; readonly headers: Headers; readonly bytes: Buffer }
  | { readonly ok: false; readonly reason: string; readonly isSlow: boolean };

/**
 * Downloads a file as a server that copies it: 10 s, 64 MiB, no redirects, private addresses too.
 */
export async function fetchMedia(url: string): Promise<FetchedMedia> {
  const answer = await requestFile(url);
  if (!answer.ok) return { ok: false, reason: answer.reason };
  if (answer.status !== 200) return { ok: false, reason: `the address answered HTTP ${answer.status}` };
  const contentType = typeOf(answer.headers) ?? 'application/octet-stream';
  return { ok: true, bytes: answer.bytes, contentType, sniffed: sniffMedia(answer.bytes) };
}

/** The declared type without its parameters; null when there is none. */
export function typeOf(headers: Headers): string | null {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? null;
}

/** One request for a file, with the limits of `fetchMedia`. Sends no cookies. */
export async function requestFile(url: string, request: FileRequest = {}): Promise<FileAnswer> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return refused(`${url} is not an http(s) address`);
  const cancel = new AbortController();
  const stopAfter = (ms: number) =>
    setTimeout(() => cancel.abort(new TooSlow(`the download took longer than ${ms} ms`)), ms);
  const timers = [TIMEOUT_MS, request.firstByteMs].flatMap((ms) => (ms === undefined ? [] : [stopAfter(ms)]));
  try {
    return await download(url, request, cancel.signal, () => clearTimeout(timers[1]));
  } catch (error) {
    return { ok: false, reason: reasonOf(error), isSlow: error instanceof TooSlow };
  } finally {
    for (const timer of timers) clearTimeout(timer);
    // Closes the connection of a file that was not read to its end.
    cancel.abort();
  }
}

class TooSlow extends Error {}

async function download(
  url: string,
  { method = 'GET', headers = {}, wanted = 200 }: FileRequest,
  signal: AbortSignal,
  onFirstByte: () => void,
): Promise<FileAnswer> {
  const response = await fetch(url, { method, headers, redirect: 'manual', signal });
  const answer = { ok: true, status: response.status, headers: response.headers } as const;
  if (method === 'HEAD' || response.status !== wanted || response.body === null)
    return { ...answer, bytes: Buffer.alloc(0) };
  if (Number(response.headers.get('content-length') ?? 0) > MAX_BYTES)
    return refused(`the file is larger than ${MAX_BYTES} bytes`);

  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    onFirstByte();
    size += chunk.byteLength;
    if (size > MAX_BYTES) return refused(`the file is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return { ...answer, bytes: Buffer.concat(chunks) };
}

function refused(reason: string): FileAnswer {
  return { ok: false, reason, isSlow: false };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the download failed';
  if (error instanceof TooSlow) return error.message;
  // fetch hides the reason (ECONNREFUSED, other side closed) in the cause.
  return error.cause instanceof Error
    ? `the download failed: ${error.cause.message}`
    : `the download failed: ${error.message}`;
}
