import { type KeyScope, routesOf } from '@fanfare/contract';
import { judgeScope } from '@fanfare/rules';
import { requireCaller } from './caller.ts';
import type { Guard } from './endpoints.ts';

/** Refuses a call that needs more than the scope of its caller, before its shape is checked. */
export function scopeGuard(): Guard {
  const needs = new Map<string, KeyScope>(routesOf().map((route) => [`${route.method} ${route.path}`, route.needs]));
  return ({ method, path }) => {
    const needed = needs.get(`${method} ${path}`) ?? 'all';
    return (_req, res) => judgeScope(requireCaller(res).scope, needed);
  };
}
