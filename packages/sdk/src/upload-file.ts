import type { FileSource } from './file-source.ts';
import { openSource } from './file-source.ts';
import type { Media, UploadOptions } from './media.ts';
import type { Runtime } from './runtime.ts';
import { sendPieces } from './send-file.ts';
import type { Answer } from './transport.ts';
import type { MediaFileAnswer } from './types.gen.ts';

/** Types of the files that networks take, by the ending of their names. */
const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  heic: 'image/heic',
  mp4: 'video/mp4',
  m4v: 'video/x-m4v',
  mov: 'video/quicktime',
  webm: 'video/webm',
};

type Deps = {
  readonly media: Pick<Media, 'create' | 'complete'>;
  readonly runtime: Runtime;
  readonly fetch: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
};

/** Announces a file, sends its bytes and completes it; see `media.upload`. */
export async function uploadFile(
  { media, runtime, fetch }: Deps,
  source: FileSource,
  { bytes, sha256, filename, contentType, onProgress, ...options }: UploadOptions,
): Promise<Answer<MediaFileAnswer>> {
  const file = await openSource(source, bytes);
  try {
    const name = filename ?? file.filename;
    if (!name) throw new TypeError('The file has no name: pass `filename`.');
    const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
    const type = contentType ?? file.contentType ?? TYPES[ending];
    if (!type) throw new TypeError(`The type of ${name} is not known: pass \`contentType\`.`);
    const announced = { filename: name, contentType: type, bytes: file.bytes, ...(sha256 && { sha256 }) };
    const answer = await media.create(announced, options).withResponse();
    const { id, status } = answer.data.media;
    // The key was used before, and the file is checked.
    if (status !== 'awaiting_upload') return answer;
    const resume = answer.response.status === 200;
    const { signal, idempotencyKey: _, ...rest } = options;
    const sending = { resume, ...(onProgress && { onProgress }), ...(signal && { signal }), ...(fetch && { fetch }) };
    await sendPieces({ runtime }, answer.data.media, file, sending);
    return await media.complete(id, { ...rest, ...(signal && { signal }) }).withResponse();
  } finally {
    await file.close();
  }
}
