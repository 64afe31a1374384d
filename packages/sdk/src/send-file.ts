import { FanfareApiError, FanfareConnectionError } from './errors.ts';
import { type FileSource, openSource } from './file-source.ts';
import { backoffMs, isPassing } from './retry.ts';
import { type Runtime, systemRuntime } from './runtime.ts';
import { toApiError } from './to-api-error.ts';
import { toConnectionError } from './to-connection-error.ts';
import type { MediaFile } from './types.gen.ts';

/** Progress of an upload. */
export type UploadProgress = {
  /** Bytes that the server has. */
  sentBytes: number;
  /** Bytes of the whole file. */
  totalBytes: number;
};

/** Options of sending a file. */
export type SendFileOptions = {
  /** Called after each piece of at most 8 MiB that the server has, or after the whole file. */
  onProgress?: (progress: UploadProgress) => void;
  /** Ends the upload, which rejects with the reason. The server keeps the bytes that it has. */
  signal?: AbortSignal;
  /** Ask the server first how many bytes it has, to go on with an upload that broke off. */
  resume?: boolean;
  /** Used instead of the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
};

/** An address that takes bytes, how many, and the headers of a whole file. */
export type UploadTarget = Pick<MediaFile, 'uploadUrl' | 'bytes'> & Partial<Pick<MediaFile, 'uploadHeaders'>>;

const TUS = { 'Tus-Resumable': '1.0.0' };
/** Bytes of one request: memory that a stream takes, and what a broken connection can cost. */
const PIECE_BYTES = 8 * 1024 * 1024;
/** Failures in a row, without a byte that came through, after which the upload ends. */
const MOST_FAILURES = 8;
/** A piece that takes longer is asked for and sent again from where it is. */
const PIECE_TIMEOUT_MS = 300_000;

/**
 * Sends the bytes of an announced file to its `uploadUrl`, in pieces (tus 1.0). It needs no API
 * key: in a browser, let your server call `media.create` and `media.complete`. After a lost
 * connection, a time-out or a server error it asks how many bytes the server has and goes on from
 * there, until 8 attempts in a row have brought nothing. A presigned address of a bucket gets the
 * whole file in one request, with `uploadHeaders`; such files are small.
 *
 * Throws `TypeError` for a source that cannot be read or has another size, `NotFoundError` when the
 * address has expired, and `FanfareConnectionError` when the server stays away.
 *
 * @param target - The file, as `media.create` answers it.
 * @param source - A `Blob` or `File`, a stream, or a path.
 * @param options - Progress, signal, and whether to resume.
 *
 * @example
 * const picture = new Blob([new Uint8Array(3)]);
 * const { media: small } = await fanfare.media.create({ filename: 'a.png', contentType: 'image/png', bytes: picture.size });
 * await sendFile(small, picture, { onProgress: ({ sentBytes }) => console.log(sentBytes) }); // 3
 */
export async function sendFile(target: UploadTarget, source: FileSource, options: SendFileOptions = {}): Promise<void> {
  const file = await openSource(source, target.bytes);
  try {
    if (file.bytes !== target.bytes)
      throw new TypeError(`The file has ${file.bytes} bytes, but ${target.bytes} were announced.`);
    await sendPieces({ runtime: systemRuntime }, target, file, options);
  } finally {
    await file.close();
  }
}

/** Sends an open file; see `sendFile`. */
export async function sendPieces(
  { runtime }: { readonly runtime: Pick<Runtime, 'now' | 'random' | 'sleep'> },
  { uploadUrl, uploadHeaders, bytes: totalBytes }: UploadTarget,
  file: Pick<Awaited<ReturnType<typeof openSource>>, 'read'>,
  { onProgress, signal, resume = false, fetch: send = fetch }: SendFileOptions,
): Promise<void> {
  if (uploadUrl === null) throw new TypeError('The file takes no bytes: it was completed.');
  const isPresigned = new URL(uploadUrl).searchParams.has('X-Amz-Signature');
  if (isPresigned && !uploadHeaders)
    throw new TypeError('This address needs the headers of the file: pass `uploadHeaders`.');

  const ask = async (init: RequestInit): Promise<Response> => {
    signal?.throwIfAborted();
    const limit = AbortSignal.timeout(PIECE_TIMEOUT_MS);
    try {
      const response = await send(uploadUrl, {
        ...init,
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      if (!response.ok) throw toApiError(response, await response.text(), runtime.now());
      return response;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof FanfareApiError) throw error;
      // The address is a secret as long as bytes are awaited.
      const what = `${init.method} of the upload`;
      const timedOutAfterMs = limit.aborted ? PIECE_TIMEOUT_MS : null;
      throw toConnectionError(error, { what, apiKey: null, timedOutAfterMs });
    }
  };
  const askOffset = async (): Promise<number> => {
    const { headers } = await ask({ method: 'HEAD', headers: TUS });
    const offset = Number(headers.get('upload-offset') ?? Number.NaN);
    if (Number.isInteger(offset)) return offset;
    throw new FanfareConnectionError('HEAD of the upload has no `Upload-Offset`');
  };
  const sendPiece = async (start: number): Promise<number> => {
    const end = isPresigned ? totalBytes : Math.min(totalBytes, start + PIECE_BYTES);
    const body = await file.read(start, end);
    if (isPresigned) {
      await ask({ method: 'PUT', headers: uploadHeaders ?? {}, body });
      return end;
    }
    const headers = { ...TUS, 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(start) };
    await ask({ method: 'PATCH', headers, body });
    return end;
  };

  let at = 0;
  let isSure = !resume || isPresigned;
  for (let failed = 0; at < totalBytes || !isSure; ) {
    try {
      const before = at;
      at = isSure ? await sendPiece(at) : await askOffset();
      isSure = true;
      if (at === before) continue;
      failed = 0;
    } catch (error) {
      failed++;
      if (!canGoOn(error) || failed >= MOST_FAILURES) throw error;
      isSure = isPresigned;
      await runtime.sleep(backoffMs(failed, runtime.random()), signal);
      continue;
    }
    onProgress?.({ sentBytes: at, totalBytes });
  }
}

/** A conflict is an offset that is not ours, or another upload that has not ended yet. */
const canGoOn = (error: unknown): boolean =>
  error instanceof FanfareApiError
    ? error.status === 409 || isPassing(error.status, error.code)
    : error instanceof FanfareConnectionError;
