import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request, RequestHandler } from 'express';

/** The pool and the owner for which the statements of a request count. */
export type CallerShare = { readonly pool: 'requests' | 'pages'; readonly owner: string };

const current = new AsyncLocalStorage<{ share: CallerShare; readonly requestId: string }>();

export const NOBODY: CallerShare = { pool: 'pages', owner: 'nobody' };

/** The share of the current request. */
export const currentShare = (): CallerShare => current.getStore()?.share ?? NOBODY;

/** The id of the current request; null outside of requests. */
export const currentRequestId = (): string | null => current.getStore()?.requestId ?? null;

/** Starts a request in the share of its address. Runs once the answer has its id. */
export const startShare: RequestHandler = (req, res, next) =>
  current.run({ share: shareOfAddress(req), requestId: String(res.getHeader('X-Request-Id')) }, next);

export const shareOfAddress = (req: Request): CallerShare => ({ pool: 'pages', owner: `address ${req.ip}` });

/** Sets the share of the current request from now on. */
export function useShare(share: CallerShare): void {
  const request = current.getStore();
  if (request) request.share = share;
}
