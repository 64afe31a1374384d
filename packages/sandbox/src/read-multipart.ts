import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';

/** A file of a form. */
export type SentFile = {
  readonly field: string;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Buffer;
};

type MultipartForm = {
  /** Each as often as it was sent, in order. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: readonly SentFile[];
  /** A file was larger than `maxFileBytes`, and is cut off there. */
  readonly isCut: boolean;
};

/** Reads a multipart form; null for a body that is none, or that ends early. */
export function readMultipart(
  body: Readable,
  headers: IncomingHttpHeaders,
  maxFileBytes = Number.POSITIVE_INFINITY,
): Promise<MultipartForm | null> {
  return new Promise((resolve) => {
    const fields: [string, string][] = [];
    const files: SentFile[] = [];
    let isCut = false;
    let parser: busboy.Busboy;
    try {
      parser = busboy({ headers, defParamCharset: 'utf8', limits: { fileSize: maxFileBytes } });
    } catch {
      // No boundary in the content type.
      resolve(null);
      return;
    }
    parser.on('field', (name, value) => fields.push([name, value]));
    parser.on('file', (field, stream, { filename, mimeType }) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => {
        isCut = true;
      });
      stream.on('end', () => files.push({ field, filename, contentType: mimeType, bytes: Buffer.concat(chunks) }));
    });
    parser.on('error', () => resolve(null));
    parser.on('close', () => resolve({ fields, files, isCut }));
    body.once('error', () => resolve(null));
    body.pipe(parser);
  });
}
