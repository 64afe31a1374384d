import { LIMITS } from '@fanfare/contract';
import { BODY_REFUSALS, cutLists, isBoundedBody, isUtf8, METHODS_WITH_BODY, type Refusal } from '@fanfare/rules';
import express, { type Request, type Response } from 'express';
import { readBody } from './read-body.ts';

const TYPE = 'application/json';
const MAX_BYTES = LIMITS.requestBodyBytes.value;

/**
 * Parses a JSON body; of one that is too long nothing more is read. A body that is not declared as JSON is refused before it is read. Null at once for a method
 * without a body.
 */
export function jsonBody(): (req: Request, res: Response) => Promise<Refusal | null> | null {
  const parse = readBody({
    // `strict` would refuse `null` and numbers as broken JSON; the schema says more exactly what is wrong with them.
    parse: express.json({ limit: MAX_BYTES, inflate: false, strict: false, type: TYPE, verify: refuseManyValues }),
    type: TYPE,
    maxBytes: MAX_BYTES,
  });
  return (req, res) => (METHODS_WITH_BODY.includes(req.method) ? read(req, res) : null);

  async function read(req: Request, res: Response): Promise<Refusal | null> {
    const isJson = Boolean(req.is(TYPE));
    const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
    // The parser would also read UTF-7, UTF-16 and UTF-32.
    if (isJson && !isUtf8(req.headers['content-type'] ?? '')) return BODY_REFUSALS.notUtf8;
    if (hasBody && !isJson) return BODY_REFUSALS.notJson;
    await new Promise<void>((resolve, reject) => {
      parse(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
    });
    cutLists(req.body);
    return null;
  }
}

/** Before the parser makes objects of the body: 2 MiB of small values cost fifty times their size as objects. */
function refuseManyValues(_req: unknown, _res: unknown, bytes: Buffer): void {
  if (isBoundedBody(bytes.toString('latin1'))) return;
  throw Object.assign(new Error('The body has too many values.'), { type: 'body.values' });
}
