import type { Express, Response } from 'express';

export function setDocsUrl(app: Express, docsUrl: string): void {
  app.locals.docsUrl = docsUrl;
}

export const docsUrlOf = (res: Response): string => String(res.app.locals.docsUrl);
