import { routesOf } from '@fanfare/contract';
import { pathPattern } from '@fanfare/rules';
import type { Request } from 'express';

const ROUTES = routesOf()
  .filter((route) => route.takesBytes)
  .map(({ method, path }) => ({ method, pattern: pathPattern(path) }));

/** Whether a request is to a route that takes bytes as they are, which its handler reads. */
export const takesBytes = ({ method, baseUrl, path }: Pick<Request, 'method' | 'baseUrl' | 'path'>): boolean =>
  ROUTES.some((route) => route.method === method && route.pattern.test(baseUrl + path));
