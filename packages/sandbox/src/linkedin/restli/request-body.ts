import type { Request } from 'express';
import { parseJson } from '../../read-json.ts';
import { refusal } from './refusals.ts';
import { granted, json, type Outcome, refused } from './reply.ts';

const MAX_BYTES = 128 * 1024 * 1024;

/** The body, up to 128 MiB. Rejects after a hang-up: then nothing has happened. */
export async function readBytes(req: Request): Promise<Outcome<Buffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a body must come as bytes');
    bytes += chunk.byteLength;
    if (bytes <= MAX_BYTES) chunks.push(chunk);
  }
  if (bytes > MAX_BYTES) return refused(refusal(413, 'REQUEST_ENTITY_TOO_LARGE', 'Request entity too large'));
  return granted(Buffer.concat(chunks));
}

export async function readForm(req: Request): Promise<URLSearchParams> {
  const bytes = await readBytes(req);
  const isForm = bytes.ok && req.is('application/x-www-form-urlencoded');
  return new URLSearchParams(isForm ? bytes.value.toString() : '');
}

export async function readJson(req: Request): Promise<Outcome<unknown>> {
  const bytes = await readBytes(req);
  if (!bytes.ok) return bytes;
  if (!req.is('application/json')) {
    return refused(json(415, { message: `Unsupported media type: ${req.get('content-type') ?? 'none'}`, status: 415 }));
  }
  const body = parseJson(bytes.value);
  if (body === undefined) return refused(json(400, { message: 'Cannot parse request entity', status: 400 }));
  return granted(body);
}
