import { LIMITS } from '@fanfare/contract';
import { BODY_REFUSALS, isBoundedBody, isUtf8, METHODS_WITH_BODY } from '@fanfare/rules';
import express, { type RequestHandler } from 'express';
import { guard } from '../http/guard.ts';
import { readBody } from '../http/read-body.ts';
import { countRest } from './count-request.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { takesBytes } from './takes-bytes.ts';

const TYPE = 'application/json';
const MAX_BYTES = LIMITS.requestBodyBytes.value;

/**
 * Parses a JSON body. A body that is too long, or not declared as JSON, is not read further. One of
 * undeclared length counts after it was read, whatever it holds.
 */
export function jsonBody(deps: { readonly rateLimiter: RateLimiter }): RequestHandler {
  const parse = readBody({
    // The schema describes `null` and numbers better than `strict`, which calls them broken JSON.
    parse: express.json({ limit: MAX_BYTES, inflate: false, strict: false, type: TYPE, verify: refuseManyValues }),
    type: TYPE,
    maxBytes: MAX_BYTES,
  });
  return guard(async (req, res) => {
    if (!METHODS_WITH_BODY.includes(req.method) || takesBytes(req)) return null;
    const isJson = Boolean(req.is(TYPE));
    const isChunked = req.headers['transfer-encoding'] !== undefined;
    const hasBody = isChunked || Number(req.headers['content-length'] ?? 0) > 0;
    // The parser would also read UTF-7, UTF-16 and UTF-32.
    if (isJson && !isUtf8(req.headers['content-type'] ?? '')) return BODY_REFUSALS.notUtf8;
    if (hasBody && !isJson) return BODY_REFUSALS.notJson;
    let bytes = 0;
    if (isChunked) req.on('data', (chunk: Buffer) => (bytes += chunk.length));
    const error = await new Promise<unknown>((resolve) => parse(req, res, resolve));
    const refusal = isChunked ? await countRest(deps.rateLimiter, bytes, res) : null;
    if (error && !refusal) throw error;
    return refusal;
  });
}

/** Runs before parsing: 2 MiB of small values cost fifty times their size as objects. */
function refuseManyValues(_req: unknown, _res: unknown, bytes: Buffer): void {
  if (isBoundedBody(bytes.toString('latin1'))) return;
  throw Object.assign(new Error('The body has too many values.'), { type: 'body.values' });
}
