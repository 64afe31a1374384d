import { redact } from '@fanfare/network';
import type { RequestHandler, Response } from 'express';
import { callerOf } from '../../callers/caller.ts';
import { refusalOf } from '../../http/error-responses.ts';
import { requestIdOf } from '../../http/request-id.ts';
import type { Ids } from '../../process/ids.ts';
import type { RequestLogWriter } from './request-log-writer.ts';

const MAX_PATH_CHARS = 300;

type Deps = {
  readonly ids: Ids;
  readonly now: () => Date;
  readonly requestLogWriter: Pick<RequestLogWriter, 'note'>;
};

/**
 * Removes secrets and account ids: a removed account must leave nothing, also in a batch written
 * later, and a caller may have put a key into the address.
 */
const storable = (text: string, maxChars?: number): string =>
  redact(text.replaceAll(/acc_[0-9a-z]{26}/gi, ':id'), maxChars);

function errorOf(res: Response): { readonly code: string; readonly message: string } | null {
  const refusal = refusalOf(res);
  return refusal && { code: refusal.code, message: storable(refusal.message) };
}

/** Records every call of a key, and changes and failures of the dashboard. */
export const noteCalls =
  ({ ids, now, requestLogWriter }: Deps): RequestHandler =>
  (req, res, next) => {
    const startedAt = performance.now();
    const at = now();
    res.on('close', () => {
      const caller = callerOf(res);
      if (!caller) return;
      const isRead = req.method === 'GET' || req.method === 'HEAD';
      if (caller.kind === 'session' && isRead && res.statusCode < 400) return;
      requestLogWriter.note({
        id: ids.uuid(),
        projectId: caller.projectId,
        at,
        method: req.method,
        path: storable(req.originalUrl.split('?')[0]!, MAX_PATH_CHARS),
        status: res.statusCode,
        durationMs: Math.round(performance.now() - startedAt),
        requestId: requestIdOf(res),
        keyId: caller.kind === 'key' ? caller.id : null,
        error: errorOf(res),
      });
    });
    next();
  };
