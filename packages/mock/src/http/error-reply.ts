import { docUrl, type ErrorBody, REQUEST_ERRORS, type RequestErrorCode } from '@fanfare/contract';
import { RequestRefusal } from '../request-refusal.ts';

/** An answer before it is written. */
export type Reply = {
  readonly status: number;
  /** Left out where there is none (304). */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The one error body of the API. */
export function errorReply(refusal: RequestRefusal, requestId: string): Reply {
  const { code, message, details, headers } = refusal;
  const body: ErrorBody = {
    error: { code, message, requestId, ...(details && { details }), docUrl: docUrl(code) },
  };
  return { status: REQUEST_ERRORS[code].status, body, headers };
}

const HEADERS: Partial<Record<RequestErrorCode, Readonly<Record<string, string>>>> = {
  unauthorized: { 'WWW-Authenticate': 'Bearer' },
  method_not_allowed: { Allow: 'GET, HEAD' },
  rate_limited: { 'Retry-After': '1' },
  unavailable: { 'Retry-After': '5' },
};

/** Any documented refusal in the catalogue's own words, with the headers that belong to it. */
export function cataloguedRefusal(
  code: RequestErrorCode,
  message: string = REQUEST_ERRORS[code].meaning,
): RequestRefusal {
  return new RequestRefusal(code, message, { headers: HEADERS[code] ?? {} });
}
