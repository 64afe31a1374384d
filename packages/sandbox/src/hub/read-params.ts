import busboy from 'busboy';
import type { Request } from 'express';
import { isObject, type JsonObject } from '../read-json.ts';

export type SentFile = {
  readonly field: string;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Buffer;
};

/** A request as PHP and Node programs read it: query and body in one, the body wins. */
export type Received = {
  readonly params: JsonObject;
  readonly files: readonly SentFile[];
  /** The body of anything else than JSON and forms, such as a picture. */
  readonly raw: Buffer;
  /** The body is not what its content type says. */
  readonly malformed: boolean;
};

/** Rejects when the caller hangs up on the way. */
export async function readParams(req: Request): Promise<Received> {
  const query = readPairs(new URL(req.url, 'http://hub').searchParams);
  const nothing = { params: query, files: [], raw: Buffer.alloc(0), malformed: false };
  if (req.is('multipart/form-data')) {
    const form = await readMultipart(req);
    return form
      ? { ...nothing, params: { ...query, ...form.fields }, files: form.files }
      : { ...nothing, malformed: true };
  }
  const bytes = await readAll(req);
  if (bytes.byteLength === 0) return nothing;
  if (req.is(['json', '+json'])) {
    const body = parse(bytes);
    return isObject(body)
      ? { ...nothing, params: { ...query, ...body } }
      : { ...nothing, malformed: body === undefined };
  }
  if (req.is('application/x-www-form-urlencoded'))
    return { ...nothing, params: { ...query, ...readPairs(new URLSearchParams(bytes.toString())) } };
  return { ...nothing, raw: bytes };
}

async function readAll(req: Request): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** `name[]` makes a list, and so does a name that comes twice. */
function readPairs(pairs: Iterable<readonly [string, string]>): Record<string, unknown> {
  const lists = new Map<string, { readonly values: string[]; readonly isList: boolean }>();
  for (const [name, value] of pairs) {
    const key = name.replace(/\[\d*\]$/, '');
    const known = lists.get(key);
    if (known) known.values.push(value);
    else lists.set(key, { values: [value], isList: key !== name });
  }
  return Object.fromEntries(
    [...lists].map(([key, { values, isList }]) => [key, isList || values.length > 1 ? values : values[0]]),
  );
}

function readMultipart(req: Request): Promise<{ fields: Record<string, unknown>; files: readonly SentFile[] } | null> {
  return new Promise((resolve, reject) => {
    const pairs: [string, string][] = [];
    const files: SentFile[] = [];
    let parser: busboy.Busboy;
    try {
      parser = busboy({ headers: req.headers, defParamCharset: 'utf8' });
    } catch {
      // No boundary in the content type.
      resolve(null);
      return;
    }
    parser.on('field', (name, value) => pairs.push([name, value]));
    parser.on('file', (name, stream, { filename, mimeType }) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const field = name.replace(/\[\d*\]$/, '');
        files.push({ field, filename, contentType: mimeType, bytes: Buffer.concat(chunks) });
      });
    });
    parser.on('error', () => resolve(null));
    parser.on('close', () => resolve({ fields: readPairs(pairs), files }));
    req.once('error', reject);
    req.pipe(parser);
  });
}

function parse(bytes: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return value;
  } catch {
    return undefined;
  }
}
