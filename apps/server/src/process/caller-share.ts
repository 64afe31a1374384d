import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request, RequestHandler } from 'express';

/** Whose share of which connections the statements of a request use. */
export type CallerShare = { readonly pool: 'requests' | 'pages'; readonly owner: string };

const current = new AsyncLocalStorage<{ share: CallerShare; readonly requestId: string }>();

export const NOBODY: CallerShare = { pool: 'pages', owner: 'nobody' };

/** The share of the request in which this is called. */
export const currentShare = (): CallerShare => current.getStore()?.share ?? NOBODY;

/** The id of the request in which this is called; null outside of requests. */
export const currentRequestId = (): string | null => current.getStore()?.requestId ?? null;

/** Until it is known who calls, a request uses the share of its address, of the connections for pages. Runs once the answer has its id. */
export const startShare: RequestHandler = (req, res, next) =>
  current.run({ share: shareOfAddress(req), requestId: String(res.getHeader('X-Request-Id')) }, next);

export const shareOfAddress = (req: Request): CallerShare => ({ pool: 'pages', owner: `address ${req.ip}` });

/** From now on the statements of this request use this share. */
export function useShare(share: CallerShare): void {
  const request = current.getStore();
  if (request) request.share = share;
}
