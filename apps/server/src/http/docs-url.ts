import type { Response } from 'express';

/** Remembers where the documentation is that errors lead to. */
export function setDocsUrl(deps: { readonly docsUrl: string }, res: Response): void {
  res.locals.docsUrl = deps.docsUrl;
}

export function docsUrlOf(res: Response): string {
  return String(res.locals.docsUrl);
}
