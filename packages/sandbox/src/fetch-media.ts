import type { FetchedMedia } from './simulator.ts';
import { sniffMedia } from './sniff-media.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Downloads a file as a crawler: 10 s, 64 MiB, no redirects, private addresses too. */
export async function fetchMedia(url: string): Promise<FetchedMedia> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return refused(`${url} is not an http(s) address`);
  const cancel = new AbortController();
  try {
    return await download(url, cancel);
  } catch (error) {
    return refused(reasonOf(error));
  } finally {
    // Closes the connection of a file that was not read to its end.
    cancel.abort();
  }
}

async function download(url: string, cancel: AbortController): Promise<FetchedMedia> {
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), cancel.signal]),
  });
  if (response.status !== 200 || response.body === null) return refused(`the address answered HTTP ${response.status}`);
  if (Number(response.headers.get('content-length') ?? 0) > MAX_BYTES)
    return refused(`the file is larger than ${MAX_BYTES} bytes`);

  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) return refused(`the file is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const contentType =
    response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? 'application/octet-stream';
  return { ok: true, bytes, contentType, sniffed: sniffMedia(bytes) };
}

function refused(reason: string): FetchedMedia {
  return { ok: false, reason };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the download failed';
  if (error.name === 'TimeoutError') return `the download took longer than ${TIMEOUT_MS} ms`;
  // fetch hides the reason (ECONNREFUSED, other side closed) in the cause.
  return error.cause instanceof Error
    ? `the download failed: ${error.cause.message}`
    : `the download failed: ${error.message}`;
}
