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
 * Fit to store: nothing of a removed account may stay, not its id either, and a lot that waits is written after the removal; a caller may have put a key into
 * the address.
 */
const storable = (text: string, maxChars?: number): string =>
  redact(text.replaceAll(/acc_[0-9a-z]{26}/gi, ':id'), maxChars);

function errorOf(res: Response): { readonly code: string; readonly message: string } | null {
  const refusal = refusalOf(res);
  return refusal && { code: refusal.code, message: storable(refusal.message) };
}

/** Notes every call of a key, and of the dashboard what it changes and what fails: its pages read all the time. */
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
