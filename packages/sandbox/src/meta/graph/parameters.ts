import { Readable } from 'node:stream';
import type { Request } from 'express';
import { isObject, parseJson } from '../../read-json.ts';
import { readMultipart } from '../../read-multipart.ts';

/** Parameters of one call from the query, an urlencoded, multipart or JSON body. */
export type Parameters = ReadonlyMap<string, string>;

const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Reads the parameters of a Graph call; the body wins over the query. Null when the body cannot be
 * read. An empty parameter counts as absent: Meta's own sample app sends
 * `reply_to_id=&link_attachment=` with each post (fbsamples/threads_api, checked 2026-11).
 */
export async function readParameters(req: Request): Promise<Parameters | null> {
  return merge(req, await readBodyParameters(req, ['urlencoded', 'multipart', 'json']));
}

/**
 * Reads the parameters of a code exchange: a form, as documented, or the query, as Meta's Postman
 * collection for Threads sends them (fbsamples/threads_api, checked 2026-11). Null when the body is
 * no form: JSON is not accepted (Meta, business login, checked 2026-03).
 */
export async function readFormParameters(req: Request): Promise<Parameters | null> {
  return merge(req, await readForm(req));
}

/** Reads the fields of a form post, each as often as it was sent. Null when the body is no form. */
export async function readForm(req: Request): Promise<readonly (readonly [string, string])[] | null> {
  return readBodyParameters(req, ['urlencoded', 'multipart']);
}

function merge(req: Request, body: readonly (readonly [string, string])[] | null): Parameters | null {
  if (body === null) return null;
  const given = [...new URL(req.originalUrl, 'http://host').searchParams, ...body];
  return new Map(given.filter(([, value]) => value !== ''));
}

type Encoding = 'urlencoded' | 'multipart' | 'json';

async function readBodyParameters(
  req: Request,
  accepted: readonly Encoding[],
): Promise<readonly (readonly [string, string])[] | null> {
  const bytes = await readBytes(req);
  if (bytes === null) return null;
  if (bytes.length === 0) return [];
  const contentType = req.headers['content-type'] ?? '';
  const encoding: Encoding = contentType.startsWith('multipart/form-data')
    ? 'multipart'
    : contentType.startsWith('application/json')
      ? 'json'
      : 'urlencoded';
  if (!accepted.includes(encoding)) return null;
  if (encoding === 'multipart') return (await readMultipart(Readable.from([bytes]), req.headers))?.fields ?? null;
  if (encoding === 'json') return fieldsOf(parseJson(bytes));
  return [...new URLSearchParams(bytes.toString('utf8'))];
}

async function readBytes(req: Request): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of req) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > MAX_BODY_BYTES) return null;
      chunks.push(bytes);
    }
  } catch {
    // The caller hung up.
    return null;
  }
  return Buffer.concat(chunks);
}

function fieldsOf(json: unknown): readonly (readonly [string, string])[] | null {
  if (!isObject(json)) return null;
  return Object.entries(json).flatMap(([name, value]): (readonly [string, string])[] =>
    value === null || value === undefined ? [] : [[name, textOf(value)]],
  );
}

/** A list of plain values is read as names between commas, one of objects as its JSON. */
function textOf(value: unknown): string {
  if (Array.isArray(value) && !value.some(isObject)) return value.map(textOf).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
