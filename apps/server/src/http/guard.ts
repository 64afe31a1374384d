import type { Request, RequestHandler, Response } from 'express';
import type { AnyRefusal } from './app-refusal.ts';
import { sendError } from './error-responses.ts';

/** Checks a request before its handler. Returns a refusal or null. */
export type Check = (req: Request, res: Response) => AnyRefusal | null | Promise<AnyRefusal | null>;

/** Makes middleware of a check. */
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
