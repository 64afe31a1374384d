import express, { type RequestHandler } from 'express';
import { RequestError } from './request-error.ts';

const MAX_BYTES = 2 * 1024 * 1024;

/** Parses a JSON body of at most 2 MiB. Anything that comes with a body and is not declared as JSON is refused before it is read. */
export function jsonBody(): RequestHandler[] {
  return [
    (req, _res, next) => {
      const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
      if (!hasBody || req.is('application/json')) return next();
      next(new RequestError('unsupported_media_type', 'Send the body as JSON with "Content-Type: application/json".'));
    },
    // `strict` would refuse `null` and numbers as broken JSON; the schema says more exactly what is wrong with them.
    express.json({ limit: MAX_BYTES, inflate: false, strict: false, type: 'application/json' }),
  ];
}
