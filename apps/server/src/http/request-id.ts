import { isRequestId } from '@fanfare/rules';
import type { RequestHandler, Response } from 'express';
import type { Ids } from '../process/ids.ts';

/** Gives every request an id, the caller's own when it is well-formed, and sends it back in `X-Request-Id`. */
export const giveRequestId =
  (deps: { readonly ids: Ids }): RequestHandler =>
  (req, res, next) => {
    const given = req.headers['x-request-id'];
    res.setHeader('X-Request-Id', typeof given === 'string' && isRequestId(given) ? given : deps.ids.uuid());
    next();
  };

export function requestIdOf(res: Response): string {
  return String(res.getHeader('X-Request-Id') ?? '');
}
