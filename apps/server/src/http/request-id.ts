import { isRequestId } from '@fanfare/rules';
import type { Request, Response } from 'express';
import type { Ids } from '../ids.ts';

/** Gives every request an id, the caller's own when it is well-formed, and sends it back in `X-Request-Id`. */
export function giveRequestId(deps: { readonly ids: Ids }, req: Request, res: Response): void {
  const given = req.headers['x-request-id'];
  res.setHeader('X-Request-Id', typeof given === 'string' && isRequestId(given) ? given : deps.ids.uuid());
}

export function requestIdOf(res: Response): string {
  return String(res.getHeader('X-Request-Id') ?? '');
}
