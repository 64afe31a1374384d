import type { RequestHandler, Response } from 'express';

/** Remembers where the documentation is that errors lead to. */
export function docsUrl(deps: { readonly docsUrl: string }): RequestHandler {
  return (_req, res, next) => {
    res.locals.docsUrl = deps.docsUrl;
    next();
  };
}

export function docsUrlOf(res: Response): string {
  return String(res.locals.docsUrl);
}
