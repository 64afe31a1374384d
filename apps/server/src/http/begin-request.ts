import type { Request, Response } from 'express';
import { setDocsUrl } from './docs-url.ts';
import { giveRequestId } from './request-id.ts';
import { requestLog } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';
import { closeUnread } from './unread-body.ts';

type Deps = Parameters<typeof giveRequestId>[0] &
  Parameters<typeof requestLog>[0] &
  Parameters<typeof setDocsUrl>[0] &
  Parameters<typeof securityHeaders>[0];

/**
 * What every request begins with, of the API and of pages: its id, its line in the log, and the headers of every answer. `atClose` is called when it has ended,
 * after the line was written.
 */
export function beginRequest(deps: Deps): (req: Request, res: Response, atClose?: () => void) => void {
  const startLine = requestLog(deps);
  const headers = securityHeaders(deps);
  return (req, res, atClose) => {
    giveRequestId(deps, req, res);
    setDocsUrl(deps, res);
    const writeLine = startLine(req, res);
    res.on('close', () => {
      writeLine();
      atClose?.();
    });
    closeUnread(req, res);
    for (const [name, value] of headers) res.setHeader(name, value);
  };
}
