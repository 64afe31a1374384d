import { BODY_REFUSALS, NOTHING_HERE, type Refusal } from '@fanfare/rules';
import type { ErrorRequestHandler, Response } from 'express';
import { ListTooSlow } from '../db/database-pools.ts';
import { DatabaseReadOnly, DatabaseUnavailable } from '../db/database-unavailable.ts';
import { isTransient } from '../db/retry-transient.ts';
import { ShareExhausted } from '../db/shares.ts';
import type { Logger } from '../process/log/log.ts';
import { type AnyRefusal, anyErrorBody, statusOf } from './app-refusal.ts';
import { docsUrlOf } from './docs-url.ts';
import { RequestError } from './request-error.ts';
import { requestIdOf } from './request-id.ts';

/** Sends a refusal. The only place that turns its code into a status. */
export function sendError(res: Response, refusal: AnyRefusal): void {
  res.locals.refusal = { code: refusal.code, message: refusal.message };
  res
    .status(statusOf(refusal))
    .set(refusal.headers ?? {})
    .json(anyErrorBody(refusal, requestIdOf(res), docsUrlOf(res)));
}

/** Code and message of the sent error; null without one. */
export const refusalOf = (res: Response): { readonly code: string; readonly message: string } | null =>
  (res.locals.refusal as { readonly code: string; readonly message: string } | undefined) ?? null;

/** Answers exceptions of handlers and parsers. Callers see no details of an unexpected error. */
export function errorResponses(deps: { log: Logger }): ErrorRequestHandler {
  return (error: unknown, _req, res, next) => {
    if (res.headersSent) return next(error);
    const refusal = error instanceof RequestError ? error.refusal : (overload(error) ?? fromExpress(error));
    if (refusal) return sendError(res, refusal);
    deps.log.error({ err: error, requestId: requestIdOf(res) }, 'request failed unexpectedly');
    sendError(res, withoutDatabase(error) ?? UNEXPECTED);
  };
}

/** Refuses for an error that a later request may not meet; null for any other. */
export const passingRefusal = (error: unknown): Refusal | null => overload(error) ?? withoutDatabase(error);

/** Recognises a caller that takes too much of a working service. */
export function overload(error: unknown): Refusal | null {
  if (error instanceof ShareExhausted) return SHARE_EXHAUSTED;
  return error instanceof ListTooSlow ? LIST_TOO_SLOW : null;
}

const SHARE_EXHAUSTED: Refusal = {
  code: 'unavailable',
  message:
    'This project has too many requests in progress: they use its whole share of the database. Send fewer requests at once, then repeat this one.',
  headers: { 'Retry-After': '1' },
};

const LIST_TOO_SLOW: Refusal = {
  code: 'unavailable',
  message:
    'The list took too long and was stopped. Narrow it: limit the time (createdAfter, createdBefore), combine fewer filters, or go on with cursor instead of offset.',
  headers: { 'Retry-After': '5' },
};

/** Refuses with an unknown effect; the caller's idempotency key makes a repeat safe. */
function withoutDatabase(error: unknown): Refusal | null {
  if (!isTransient(error)) return null;
  const isAway = error instanceof DatabaseUnavailable && !(error instanceof DatabaseReadOnly);
  const why = isAway ? 'cannot reach its database' : 'has a database that cannot work now';
  return {
    code: 'unavailable',
    message: `The service ${why}. Send the same request again.`,
    headers: { 'Retry-After': '5' },
  };
}

const UNEXPECTED: Refusal = {
  code: 'internal_error',
  message: 'Something went wrong on our side. It is logged under this request id.',
};

/** Refuses a body whose caller hung up. */
export const ENDED_EARLY: Refusal = { code: 'invalid_request', message: 'The body ended before its Content-Length.' };

/** Refusals by `type` of the errors of Express's body parser. */
const PARSER_REFUSALS: Readonly<Record<string, Refusal>> = {
  'entity.too.large': BODY_REFUSALS.tooLarge,
  'entity.parse.failed': BODY_REFUSALS.invalidJson,
  'body.values': BODY_REFUSALS.tooManyValues,
  'charset.unsupported': BODY_REFUSALS.notUtf8,
  'encoding.unsupported': BODY_REFUSALS.compressed,
  // The caller hung up during the key look-up, before the body was read.
  'stream.not.readable': ENDED_EARLY,
  'request.aborted': ENDED_EARLY,
  'request.size.invalid': {
    code: 'invalid_request',
    message: 'The body is not as long as its Content-Length says.',
  },
};

/** Maps Express's own errors. A malformed path is a URIError. */
function fromExpress(error: unknown): Refusal | null {
  if (error instanceof URIError) return NOTHING_HERE;
  if (!(error instanceof Error) || !('type' in error) || typeof error.type !== 'string') return null;
  return PARSER_REFUSALS[error.type] ?? null;
}
