import type { Refusal } from '@fanfare/rules';
import type { Request, RequestHandler, Response } from 'express';
import { sendError } from '../http/error-responses.ts';
import { RequestError } from '../http/request-error.ts';
import { requestIdOf } from '../http/request-id.ts';
import type { Logger } from '../process/log/log.ts';
import { StoreUnavailable } from './stores/media-store.ts';

const REFUSAL = { code: 'unavailable', headers: { 'Retry-After': '30' } } as const;

/** Refuses a request whose store does not work, or is full. */
export const storeRefusal = ({ isFull }: StoreUnavailable): Refusal => ({
  ...REFUSAL,
  message: isFull
    ? 'The service has no room for files at present. Send the same request again later.'
    : 'The service cannot reach its files at present. Send the same request again.',
});

/** Refuses a call whose store does not work. */
export const overStore = <Answer>(work: Promise<Answer>): Promise<Answer> =>
  work.catch((error: unknown) => {
    throw error instanceof StoreUnavailable ? new RequestError(storeRefusal(error)) : error;
  });

/** Runs a handler that uses the store, and passes other errors on. */
export const storeHandled =
  (deps: { readonly log: Logger }, work: (req: Request, res: Response) => Promise<unknown>): RequestHandler =>
  (req, res, next) => {
    work(req, res).catch((err: unknown) => {
      if (!(err instanceof StoreUnavailable) || res.headersSent) return next(err);
      deps.log.error({ err, requestId: requestIdOf(res) }, 'the store of hosted files does not work');
      sendError(res, storeRefusal(err));
    });
  };
