import express, { type RequestHandler } from 'express';
import { readBody } from './read-body.ts';
import { RequestError } from './request-error.ts';

const MAX_BYTES = 2 * 1024 * 1024;
/** Well above the 10 entries that any list of a request may have. */
const MAX_LIST_ENTRIES = 50;
/** Well below the deepest place the API knows, `platforms[0].mediaItems[0].url`. */
const MAX_DEPTH = 8;

/** Methods whose routes read a body; on any other a body has no meaning and is left unread. */
const METHODS_WITH_BODY = ['POST', 'PUT', 'PATCH'];

/** Parses a JSON body of at most 2 MiB; of a longer one nothing more is read. Anything that comes with a body and is not declared as JSON is refused before it is read. */
export function jsonBody(): RequestHandler[] {
  // `strict` would refuse `null` and numbers as broken JSON; the schema says more exactly what is wrong with them.
  const type = 'application/json';
  const parse = readBody({
    parse: express.json({ limit: MAX_BYTES, inflate: false, strict: false, type }),
    type,
    maxBytes: MAX_BYTES,
  });
  return [
    (req, res, next) => {
      if (!METHODS_WITH_BODY.includes(req.method)) return next();
      const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
      if (req.is('application/json') && !isUtf8(req.headers['content-type']))
        return next(new RequestError({ code: 'unsupported_media_type', message: 'The body must be UTF-8.' }));
      if (!hasBody || req.is('application/json')) return parse(req, res, next);
      next(
        new RequestError({
          code: 'unsupported_media_type',
          message: 'Send the body as JSON with "Content-Type: application/json".',
        }),
      );
    },
    (req, _res, next) => {
      cutLists(req.body, 0);
      next();
    },
  ];
}

/** JSON has no other charset (RFC 8259, 8.1); the parser would also read UTF-7, UTF-16 and UTF-32, whatever was meant. */
function isUtf8(contentType = ''): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType)?.[1];
  return charset === undefined || charset.toLowerCase() === 'utf-8';
}

/**
 * Shortens lists that are far too long, in place. They are refused all the same, but the schema looks at every entry and names every broken one:
 * without this, 2 MiB of garbage would keep the process busy for seconds and be answered with 80 MiB.
 */
function cutLists(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
  if (Array.isArray(value) && value.length > MAX_LIST_ENTRIES) value.length = MAX_LIST_ENTRIES;
  for (const item of Object.values(value)) cutLists(item, depth + 1);
}
