import { type KeyScope, routesOf } from '@fanfare/contract';
import { judgeScope } from '@fanfare/rules';
import type { NextFunction, Response } from 'express';
import { requireCaller } from './caller.ts';
import { sendError } from './error-responses.ts';

type Routed = { readonly tsRestRoute: { readonly method: string; readonly path: string } };

/** Refuses a call that needs more than the scope of its caller, before its shape is checked. */
export function scopeGuard(): (req: Routed, res: Response, next: NextFunction) => void {
  const needs = new Map<string, KeyScope>(routesOf().map((route) => [`${route.method} ${route.path}`, route.needs]));
  return ({ tsRestRoute: { method, path } }, res, next) => {
    const refusal = judgeScope(requireCaller(res).scope, needs.get(`${method} ${path}`) ?? 'all');
    return refusal ? sendError(res, refusal) : next();
  };
}
