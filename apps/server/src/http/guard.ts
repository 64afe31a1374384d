import type { Request, RequestHandler, Response } from 'express';
import type { AnyRefusal } from './app-refusal.ts';
import { sendError } from './error-responses.ts';

/** Looks at a request before its handler. Returns its refusal, or null when it may go on. */
export type Check = (req: Request, res: Response) => AnyRefusal | null | Promise<AnyRefusal | null>;

/** Makes middleware of a check: the request goes on, or is answered with its refusal. */
export const guard =
  (check: Check): RequestHandler =>
  async (req, res, next) => {
    try {
      const refusal = await check(req, res);
      if (refusal) sendError(res, refusal);
      else next();
    } catch (error) {
      next(error);
    }
  };
