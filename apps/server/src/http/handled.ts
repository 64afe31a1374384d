import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Runs an asynchronous handler and passes its error on. */
export const handled =
  (work: (req: Request, res: Response, next: NextFunction) => Promise<unknown>): RequestHandler =>
  (req, res, next) => {
    work(req, res, next).catch(next);
  };
