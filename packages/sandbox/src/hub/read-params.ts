import { buffer } from 'node:stream/consumers';
import type { Request } from 'express';
import { isObject, type JsonObject, parseJson } from '../read-json.ts';
import { readMultipart, type SentFile } from '../read-multipart.ts';

/** A request as PHP and Node programs read it: query and body in one, the body wins. */
export type Received = {
  readonly params: JsonObject;
  readonly files: readonly SentFile[];
  /** The body of anything else than JSON and forms, such as a picture. */
  readonly raw: Buffer;
  /** The body is not what its content type says. */
  readonly malformed: boolean;
};

/** Rejects when the caller hangs up on the way; a form that is cut off is malformed. */
export async function readParams(req: Request): Promise<Received> {
  const query = readPairs(new URL(req.url, 'http://hub').searchParams);
  const nothing = { params: query, files: [], raw: Buffer.alloc(0), malformed: false };
  if (req.is('multipart/form-data')) {
    const form = await readMultipart(req, req.headers);
    if (form === null) return { ...nothing, malformed: true };
    const files = form.files.map((file) => ({ ...file, field: withoutIndex(file.field) }));
    return { ...nothing, params: { ...query, ...readPairs(form.fields) }, files };
  }
  const bytes = await buffer(req);
  if (bytes.byteLength === 0) return nothing;
  if (req.is(['json', '+json'])) {
    const body = parseJson(bytes);
    return isObject(body)
      ? { ...nothing, params: { ...query, ...body } }
      : { ...nothing, malformed: body === undefined };
  }
  if (req.is('application/x-www-form-urlencoded'))
    return { ...nothing, params: { ...query, ...readPairs(new URLSearchParams(bytes.toString())) } };
  return { ...nothing, raw: bytes };
}

/** `name[]` and `name[0]` are `name`. */
const withoutIndex = (name: string): string => name.replace(/\[\d*\]$/, '');

/** `name[]` makes a list, and so does a name that comes twice. */
function readPairs(pairs: Iterable<readonly [string, string]>): Record<string, unknown> {
  const lists = new Map<string, { readonly values: string[]; readonly isList: boolean }>();
  for (const [name, value] of pairs) {
    const key = withoutIndex(name);
    const known = lists.get(key);
    if (known) known.values.push(value);
    else lists.set(key, { values: [value], isList: key !== name });
  }
  return Object.fromEntries(
    [...lists].map(([key, { values, isList }]) => [key, isList || values.length > 1 ? values : values[0]]),
  );
}
