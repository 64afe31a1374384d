import type { RequestHandler } from 'express';

/** Forbids caches, unless the route says otherwise. */
export const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store');
  next();
};
