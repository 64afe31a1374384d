import type { RequestHandler } from 'express';

/** Leaves the router for OPTIONS: browsers send it without the key, and Express would answer it with the methods of a route. */
export const skipOptions: RequestHandler = (req, _res, next) => (req.method === 'OPTIONS' ? next('router') : next());
