import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { readImageFacts } from '../../image-facts.ts';
import type { SentFile } from '../../read-multipart.ts';
import { sniffMedia } from '../../sniff-media.ts';
import { freeName } from '../uploads.ts';
import { type Answer, refusal } from './answer.ts';
import type { Checked } from './parameters.ts';
import { toSlug } from './slugs.ts';
import type { Media, World } from './world.ts';

/** A file as it was sent: one part of a form, or the whole body. */
export type SentUpload = {
  readonly headers: IncomingHttpHeaders;
  readonly files: readonly SentFile[];
  readonly raw: Buffer;
};

type Received = { readonly filename: string; readonly bytes: Buffer; readonly isForm: boolean };
type Stored = Pick<Media, 'file' | 'mimeType' | 'size' | 'bytes' | 'slug'> & { readonly name: string };

/** Types for upload, by extension (get_allowed_mime_types() of 6.1.9, in part). */
const allowedTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  heic: 'image/heic',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  pdf: 'application/pdf',
  txt: 'text/plain',
  csv: 'text/csv',
  zip: 'application/zip',
};

/** Takes a file, or refuses it; a forbidden type answers 500 as WordPress does. */
export function receiveFile(world: World, upload: SentUpload): Checked<Stored> {
  const sent = readUpload(upload);
  if (!sent.ok) return sent;
  const { filename, bytes, isForm } = sent.value;
  const typed = checkType(filename, bytes);
  if (!typed) {
    const code = isForm ? 'rest_upload_unknown_error' : 'rest_upload_sideload_error';
    return refused(refusal(500, code, 'Sorry, you are not allowed to upload this file type.'));
  }
  const month = new Date(world.context.clock.now()).toISOString().slice(0, 7).replace('-', '/');
  const free = freeName(typed.filename, (name) => world.hub.uploads.has(`${month}/${name}`));
  const file = `${month}/${free}`;
  world.hub.uploads.put(file, bytes, typed.mimeType);
  const facts = readImageFacts(bytes);
  const size = facts && { width: facts.width, height: facts.height };
  const name = free.replace(/\.[^.]+$/, '');
  return {
    ok: true,
    value: { file, mimeType: typed.mimeType, size, bytes: bytes.byteLength, slug: toSlug(name), name },
  };
}

function readUpload({ headers, files, raw }: SentUpload): Checked<Received> {
  const md5 = headers['content-md5'];
  const part = files.find(({ field }) => field === 'file');
  if (files.length > 0 && !part) return noData();
  const bytes = part?.bytes ?? raw;
  if (!part && bytes.byteLength === 0) return noData();
  if (!part && !headers['content-type'])
    return refused(refusal(400, 'rest_upload_no_content_type', 'No Content-Type supplied.'));
  if (!part && !headers['content-disposition'])
    return refused(refusal(400, 'rest_upload_no_content_disposition', 'No Content-Disposition supplied.'));
  const filename = part ? part.filename : filenameOf(headers['content-disposition'] ?? '');
  if (!filename) return refused(invalidDisposition());
  if (typeof md5 === 'string' && md5.trim() !== createHash('md5').update(bytes).digest('hex'))
    return refused(refusal(412, 'rest_upload_hash_mismatch', 'Content hash did not match expected.'));
  return { ok: true, value: { filename: sanitise(filename), bytes, isForm: part !== undefined } };
}

/** `attachment; filename="x.jpg"`; `filename*` is not read. */
function filenameOf(disposition: string): string | null {
  const [, ...attributes] = disposition.split(';');
  for (const attribute of attributes) {
    const [key = '', ...value] = attribute.split('=');
    if (key.trim() === 'filename')
      return (
        value
          .join('=')
          .trim()
          .replace(/^"(.*)"$/, '$1') || null
      );
  }
  return null;
}

/** A picture must be one by its bytes. A wrong extension is corrected. */
function checkType(filename: string, bytes: Buffer): { readonly filename: string; readonly mimeType: string } | null {
  const extension = filename.split('.').at(-1)?.toLowerCase() ?? '';
  const named = filename.includes('.') ? allowedTypes[extension] : undefined;
  if (named === undefined) return null;
  if (!named.startsWith('image/')) return { filename, mimeType: named };
  const real = sniffMedia(bytes);
  if (real === null || !real.startsWith('image/')) return null;
  if (real === named) return { filename, mimeType: named };
  const right = Object.keys(allowedTypes).find((each) => allowedTypes[each] === real);
  return right === undefined ? null : { filename: filename.replace(/[^.]+$/, right), mimeType: real };
}

/** `sanitize_file_name()`: no spaces and no special characters. */
function sanitise(filename: string): string {
  return filename
    .normalize('NFC')
    .replace(/[?[\]/\\=<>:;,'"&$#*()|~`!{}%+’«»”“\0]/g, '')
    .replace(/[\s-]+/g, '-')
    .replace(/^[.\-_]+|[.\-_]+$/g, '');
}

function invalidDisposition(): Answer {
  const message =
    'Invalid Content-Disposition supplied. Content-Disposition needs to be formatted as `attachment; filename="image.png"` or similar.';
  return refusal(400, 'rest_upload_invalid_disposition', message);
}

function noData(): Checked<never> {
  return refused(refusal(400, 'rest_upload_no_data', 'No data supplied.'));
}

function refused(answer: Answer): Checked<never> {
  return { ok: false, answer };
}
