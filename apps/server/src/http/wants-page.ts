import type { Request } from 'express';

/** Whether a browser navigates here: it prefers HTML to JSON. API clients do not. */
export const wantsPage = (req: Request): boolean =>
  (req.method === 'GET' || req.method === 'HEAD') && req.accepts(['application/json', 'text/html']) === 'text/html';
