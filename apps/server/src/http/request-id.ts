import { randomUUID } from 'node:crypto';
import { isRequestId } from '@fanfare/rules';
import type { RequestHandler, Response } from 'express';

/** Sends `X-Request-Id`: the caller's own if it is well-formed, else a new one. */
export const giveRequestId: RequestHandler = (req, res, next) => {
  const given = req.headers['x-request-id'];
  res.setHeader('X-Request-Id', typeof given === 'string' && isRequestId(given) ? given : randomUUID());
  next();
};

export function requestIdOf(res: Response): string {
  return String(res.getHeader('X-Request-Id') ?? '');
}
