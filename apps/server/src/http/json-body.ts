import { LIMITS } from '@fanfare/contract';
import { BODY_REFUSALS, cutLists, isUtf8, METHODS_WITH_BODY } from '@fanfare/rules';
import express, { type RequestHandler } from 'express';
import { sendError } from './error-responses.ts';
import { readBody } from './read-body.ts';

const TYPE = 'application/json';
const MAX_BYTES = LIMITS.requestBodyBytes.value;

/** Parses a JSON body; of one that is too long nothing more is read. A body that is not declared as JSON is refused before it is read. */
export function jsonBody(): RequestHandler[] {
  const parse = readBody({
    // `strict` would refuse `null` and numbers as broken JSON; the schema says more exactly what is wrong with them.
    parse: express.json({ limit: MAX_BYTES, inflate: false, strict: false, type: TYPE }),
    type: TYPE,
    maxBytes: MAX_BYTES,
  });
  return [
    (req, res, next) => {
      if (!METHODS_WITH_BODY.includes(req.method)) return next();
      const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
      // The parser would also read UTF-7, UTF-16 and UTF-32.
      if (req.is(TYPE) && !isUtf8(req.headers['content-type'] ?? '')) return sendError(res, BODY_REFUSALS.notUtf8);
      if (!hasBody || req.is(TYPE)) return parse(req, res, next);
      sendError(res, BODY_REFUSALS.notJson);
    },
    (req, _res, next) => {
      cutLists(req.body);
      next();
    },
  ];
}
