import type { Request } from 'express';

/** Whether a request is a browser's navigation: it reads, and prefers HTML to JSON. API clients accept anything or JSON. */
export const wantsPage = (req: Request): boolean =>
  (req.method === 'GET' || req.method === 'HEAD') && req.accepts(['application/json', 'text/html']) === 'text/html';
