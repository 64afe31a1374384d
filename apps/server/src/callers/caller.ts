import type { KeyScope } from '@fanfare/contract';
import type { AppRoute } from '@ts-rest/core';
import type { Response } from 'express';
import { type Handlers, withCaller } from '../http/with-caller.ts';

/** Key or dashboard session that calls, with its project and plan. */
export type Caller = {
  readonly kind: 'key' | 'session';
  /** Id of the key or session, for rate limits. */
  readonly id: string;
  readonly projectId: string;
  readonly workspaceId: string;
  readonly plan: string;
  readonly scope: KeyScope;
  /** End of the access token of a connected app; null for keys and sessions. */
  readonly expiresAt: Date | null;
  /** True while its workspace moves to another cell, and here for ever after. */
  readonly isMoving: boolean;
};

export const setCaller = (res: Response, caller: Caller): void => {
  res.locals.caller = caller;
};

export function callerOf(res: Response): Caller | undefined {
  return res.locals.caller as Caller | undefined;
}

/** Returns the caller of an authenticated request. */
export function requireCaller(res: Response): Caller {
  const caller = callerOf(res);
  if (!caller) throw new Error('This route is not behind authentication.');
  return caller;
}

/** Adds the caller to the handlers of a part of the API contract. */
export const apiHandlers = <Part extends Readonly<Record<string, AppRoute>>>(
  _part: Part,
  handlers: Handlers<NoInfer<Part>, Caller>,
) => withCaller<Part, Caller>(requireCaller, handlers);
