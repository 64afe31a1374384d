import type { HtmlPage } from '@fanfare/rules';
import type { Response } from 'express';
import type { Logger } from '../process/log/log.ts';
import { overload, passingRefusal } from './error-responses.ts';
import { type Brand, sendPage } from './html-page.ts';
import { requestIdOf } from './request-id.ts';

/**
 * Answers an exception of a page: 503 with `Retry-After` for one that passes, such as too many
 * requests at once, else 500. Logs what is not the caller's doing.
 */
export function sendBrokenPage(
  deps: { readonly brand: Brand; readonly log: Logger },
  res: Response,
  err: unknown,
  pageOf: (of: { readonly requestId: string; readonly passes: boolean }) => HtmlPage,
): void {
  const requestId = requestIdOf(res);
  const refusal = passingRefusal(err);
  if (!overload(err)) deps.log.error({ err, requestId }, 'a page failed unexpectedly');
  res.set(refusal?.headers ?? {});
  sendPage(deps, res, refusal ? 503 : 500, pageOf({ requestId, passes: refusal !== null }));
}
