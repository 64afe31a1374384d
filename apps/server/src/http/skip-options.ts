import type { RequestHandler } from 'express';

/** Skips OPTIONS: browsers send it without a key, and Express would list the methods of a route. */
export const skipOptions: RequestHandler = (req, _res, next) => (req.method === 'OPTIONS' ? next('router') : next());
