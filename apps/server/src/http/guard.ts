import type { Request, RequestHandler, Response } from 'express';
import type { AnyRefusal } from './app-refusal.ts';
import { sendError } from './error-responses.ts';
import { handled } from './handled.ts';

/** Checks a request before its handler. Returns a refusal or null. */
export type Check = (req: Request, res: Response) => AnyRefusal | null | Promise<AnyRefusal | null>;

export const guard = (check: Check): RequestHandler =>
  handled(async (req, res, next) => {
    const refusal = await check(req, res);
    if (refusal) sendError(res, refusal);
    else next();
  });
