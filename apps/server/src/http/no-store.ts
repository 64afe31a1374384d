import type { RequestHandler } from 'express';

/** No cache keeps an answer, unless its route says otherwise. */
export const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store');
  next();
};
