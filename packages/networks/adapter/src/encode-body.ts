import { Readable } from 'node:stream';
import type { OutgoingBody } from './http.ts';

export type EncodedBody = {
  readonly bytes: Buffer | Readable;
  readonly contentType: string;
  /** Set for streams; the length of a buffer is its own. */
  readonly contentLength: number | null;
};

/** A body as bytes for the wire. Throws RangeError when `contentLength` is wrong. */
export function encodeBody(body: OutgoingBody): EncodedBody {
  if ('form' in body) return buffered(toForm(body.form), 'application/x-www-form-urlencoded');
  if ('json' in body) return buffered(JSON.stringify(body.json), 'application/json');
  if ('multipart' in body) return encodeMultipart(body.multipart);
  const { bytes, contentType, contentLength } = body;
  if (!(bytes instanceof Uint8Array)) return { bytes, contentType, contentLength };
  if (bytes.byteLength !== contentLength) {
    throw new RangeError(`contentLength is ${contentLength}, but there are ${bytes.byteLength} bytes.`);
  }
  return { bytes: asBuffer(bytes), contentType, contentLength: null };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function buffered(text: string, contentType: string): EncodedBody {
  return { bytes: Buffer.from(text), contentType, contentLength: null };
}

function toForm(fields: Readonly<Record<string, string | undefined>>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
  return form.toString();
}

type Part = Extract<OutgoingBody, { multipart: unknown }>['multipart'][number];

/** RFC 7578, with the escapes of the HTML Standard's multipart/form-data (2026-11). */
function encodeMultipart(parts: readonly Part[]): EncodedBody {
  const contents = parts.map((part) => ('value' in part ? Buffer.from(part.value) : part.bytes));
  const boundary = boundaryFor(contents);
  const chunks = parts.flatMap((part, i) => [
    Buffer.from(`--${boundary}\r\n${partHeaders(part)}\r\n\r\n`),
    contents[i] ?? Buffer.alloc(0),
    Buffer.from('\r\n'),
  ]);
  const all = [...chunks, Buffer.from(`--${boundary}--\r\n`)];
  const contentType = `multipart/form-data; boundary=${boundary}`;
  const contentLength = all.reduce((sum, { length }) => sum + length, 0);
  if (contentLength <= COPIED_BYTES) return { bytes: Buffer.concat(all), contentType, contentLength: null };
  return { bytes: Readable.from(joinSmall(all), { objectMode: false }), contentType, contentLength };
}

/** Larger content is sent from where it is. */
const COPIED_BYTES = 64 * 1024;

/** Headers go out together with what follows or precedes them. */
function joinSmall(chunks: readonly Uint8Array[]): readonly Uint8Array[] {
  const joined: Uint8Array[] = [];
  let small: Uint8Array[] = [];
  for (const chunk of chunks) {
    if (chunk.length <= COPIED_BYTES) {
      small.push(chunk);
      continue;
    }
    joined.push(Buffer.concat(small), chunk);
    small = [];
  }
  return [...joined, Buffer.concat(small)];
}

function partHeaders(part: Part): string {
  const name = `content-disposition: form-data; name="${escapeName(part.name)}"`;
  if ('value' in part) return name;
  return `${name}; filename="${escapeName(part.filename)}"\r\ncontent-type: ${part.contentType.replace(/[\r\n]/g, '')}`;
}

function escapeName(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

/** A boundary that provably stands in none of the contents; no randomness needed. */
function boundaryFor(contents: readonly Uint8Array[]): string {
  for (let n = 0; ; n++) {
    const boundary = `----fanfare-boundary-${n}`;
    if (!contents.some((bytes) => asBuffer(bytes).includes(boundary))) return boundary;
  }
}
