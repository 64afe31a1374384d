import type { RequestHandler } from 'express';
import { awaitsContinue } from './unread-body.ts';

/**
 * Reads a body of at most `maxBytes` with a parser of Express. Refuses a longer one by its length
 * before `100 Continue`, or at the first byte over the limit; the parser alone would read it all.
 * The error is the parser's `entity.too.large`.
 */
export function readBody(of: {
  readonly parse: RequestHandler;
  readonly type: string;
  readonly maxBytes: number;
}): RequestHandler {
  return (req, res, next) => {
    if (!req.is(of.type)) return of.parse(req, res, next);
    if (Number(req.headers['content-length'] ?? 0) > of.maxBytes) return next(tooLarge());
    if (awaitsContinue(req)) res.writeContinue();
    let isDone = false;
    const done = (error?: unknown): void => {
      if (isDone) return;
      isDone = true;
      next(error);
    };
    let received = 0;
    req.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > of.maxBytes) done(tooLarge());
    });
    of.parse(req, res, done);
  };
}

const tooLarge = (): Error =>
  Object.assign(new Error('The body is too large.'), { type: 'entity.too.large', status: 413 });
