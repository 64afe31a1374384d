import type { RequestHandler, Response } from 'express';

/** No cache keeps an answer, unless its route says otherwise. */
export function setNoStore(res: Response): void {
  res.setHeader('Cache-Control', 'no-store');
}

export const noStore: RequestHandler = (_req, res, next) => {
  setNoStore(res);
  next();
};
