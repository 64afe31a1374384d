import { docUrl, type ErrorBody, REQUEST_ERRORS, type RequestErrorCode } from '@fanfare/contract';
import type { Refusal } from '@fanfare/rules';
import type { ErrorRequestHandler, Response } from 'express';
import { DatabaseUnavailable } from '../db/database.ts';
import { isTransient } from '../db/retry-transient.ts';
import type { Logger } from '../log.ts';
import { RequestError } from './request-error.ts';
import { requestIdOf } from './request-id.ts';

/** The one error body of the API. */
export function sendError(res: Response, { code, message, details, headers = {} }: Refusal): void {
  const body: ErrorBody = {
    error: {
      code,
      message,
      requestId: requestIdOf(res),
      ...(details && { details: [...details] }),
      docUrl: docUrl(code),
    },
  };
  res.status(REQUEST_ERRORS[code].status).set(headers).json(body);
}

/** Turns whatever a handler or parser threw into the one error body. Nothing of an unexpected error reaches the caller. */
export function errorResponses(deps: { log: Logger }): ErrorRequestHandler {
  return (error: unknown, _req, res, next) => {
    if (res.headersSent) return next(error);
    const known = toRequestError(error);
    if (known) return sendError(res, known.refusal);
    deps.log.error({ err: error, requestId: requestIdOf(res) }, 'request failed unexpectedly');
    sendError(res, (isTransient(error) ? withoutDatabase(error) : unexpected()).refusal);
  };
}

/** Nobody can say what was done; the caller's idempotency key makes asking again safe. */
function withoutDatabase(error: unknown): RequestError {
  const why =
    error instanceof DatabaseUnavailable ? 'cannot reach its database' : 'has a database that cannot work now';
  return new RequestError({
    code: 'unavailable',
    message: `The service ${why}. Send the same request again.`,
    headers: { 'Retry-After': '5' },
  });
}

function unexpected(): RequestError {
  return new RequestError({
    code: 'internal_error',
    message: 'Something went wrong on our side. It is logged under this request id.',
  });
}

function toRequestError(error: unknown): RequestError | null {
  return error instanceof RequestError ? error : fromBodyParser(error);
}

const PARSER_ERRORS: Readonly<Record<string, { code: RequestErrorCode; message: string }>> = {
  'entity.too.large': { code: 'payload_too_large', message: 'The body is larger than 2 MiB.' },
  'entity.parse.failed': { code: 'invalid_request', message: 'The body is not valid JSON.' },
  'charset.unsupported': { code: 'unsupported_media_type', message: 'The body must be UTF-8.' },
  'encoding.unsupported': { code: 'unsupported_media_type', message: 'The body must not be compressed.' },
  // The caller hung up while the key was looked up, before anybody read the body.
  'stream.not.readable': { code: 'invalid_request', message: 'The body ended before its Content-Length.' },
  'request.aborted': { code: 'invalid_request', message: 'The body ended before its Content-Length.' },
  'request.size.invalid': { code: 'invalid_request', message: 'The body is not as long as its Content-Length says.' },
};

/** Errors of express's body parser name their kind in `type`; a malformed path makes express throw a URIError. */
function fromBodyParser(error: unknown): RequestError | null {
  if (error instanceof URIError)
    return new RequestError({ code: 'not_found', message: 'There is nothing at this address.' });
  if (!(error instanceof Error) || !('type' in error) || typeof error.type !== 'string') return null;
  const found = PARSER_ERRORS[error.type];
  return found ? new RequestError({ code: found.code, message: found.message }) : null;
}
