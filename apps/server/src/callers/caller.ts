import type { KeyScope } from '@fanfare/contract';
import type { AppRoute } from '@ts-rest/core';
import type { Response } from 'express';
import { type Handlers, withCaller } from '../http/with-caller.ts';

/** Who is calling: a key, or a session of the dashboard; the project it works in and the project's plan. */
export type Caller = {
  readonly kind: 'key' | 'session';
  /** Of the key or session. Rate limits count by it. */
  readonly id: string;
  readonly projectId: string;
  readonly workspaceId: string;
  readonly plan: string;
  readonly scope: KeyScope;
};

export const setCaller = (res: Response, caller: Caller): void => {
  res.locals.caller = caller;
};

export function callerOf(res: Response): Caller | undefined {
  return res.locals.caller as Caller | undefined;
}

/** The caller of a request that was authenticated. */
export function requireCaller(res: Response): Caller {
  const caller = callerOf(res);
  if (!caller) throw new Error('This route is not behind authentication.');
  return caller;
}

/** Handlers of a part of the API contract. Each gets its caller. */
export const apiHandlers = <Part extends Readonly<Record<string, AppRoute>>>(
  _part: Part,
  handlers: Handlers<NoInfer<Part>, Caller>,
) => withCaller<Part, Caller>(requireCaller, handlers);
