import { LIMITS } from '@fanfare/contract';
import type { MediaFacts } from '@fanfare/media-file';
import { judgeUpload } from '@fanfare/rules';
import type { MediaFile } from '@fanfare/sdk';
import { fanfare } from '../../../api/fanfare.ts';
import { sendWithProgress } from './send-with-progress.ts';

/** Progress of an upload. */
export type Progress =
  | { readonly is: 'waiting' | 'checking' }
  /** `isLost`: the connection is lost, and the upload goes on when it is back. */
  | { readonly is: 'sending'; readonly share: number; readonly isLost: boolean };

/** The state that attempts to upload a file have reached. A later attempt goes on from there. */
export type Attempts = { announced: MediaFile | null; isSent: boolean };

const MIB = 1024 * 1024;

/**
 * Reads what a file is; the code for it is loaded with the first file. Throws what is wrong with
 * it.
 */
export async function readFacts(file: File): Promise<MediaFacts> {
  const most = LIMITS.mediaFileBytes.value;
  if (file.size > most)
    throw new Error(`The file has ${Math.ceil(file.size / MIB)} MiB; at most ${most / MIB} MiB can be uploaded.`);
  const { readMediaFile } = await import('@fanfare/media-file');
  const facts = await readMediaFile({
    size: file.size,
    read: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
  });
  const fault = judgeUpload({ sha256: null }, { sha256: '', facts });
  if (fault !== null) throw new Error(fault);
  return facts;
}

/** Uploads a file and returns it checked: `ready` or `refused`. Throws errors of the SDK. */
export async function uploadFile(
  { file, contentType, attempts }: { readonly file: File; readonly contentType: string; readonly attempts: Attempts },
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (progress: Progress) => void },
): Promise<MediaFile> {
  let share = 0;
  const report = (isLost: boolean): void => onProgress({ is: 'sending', share, isLost });
  const { sendFile } = await import('@fanfare/sdk/upload');
  report(false);
  const resume = attempts.announced !== null;
  // Not ended by the signal: what was announced is known, and can be deleted.
  attempts.announced ??= await announce(file, contentType);
  signal.throwIfAborted();
  if (!attempts.isSent) {
    const send = sendWithProgress({
      onSent: (bytes, headers) => {
        share = (Number(headers.get('Upload-Offset')) + bytes) / file.size;
        report(false);
      },
      onLost: () => report(true),
    });
    await sendFile(attempts.announced, file, { resume, signal, fetch: send });
    attempts.isSent = true;
  }
  onProgress({ is: 'checking' });
  return (await fanfare.media.complete(attempts.announced.id, { signal })).media;
}

const announce = async (file: File, contentType: string): Promise<MediaFile> =>
  (await fanfare.media.create({ filename: file.name, contentType, bytes: file.size })).media;
