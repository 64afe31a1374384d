import { docUrl, type ErrorBody, REQUEST_ERRORS, type RequestErrorCode } from '@fanfare/contract';
import type { Refusal } from '@fanfare/rules';

/** An answer before it is written. */
export type Reply = {
  readonly status: number;
  /** Left out where there is none (304). */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The one error body of the API. */
export function errorReply({ code, message, details, headers }: Refusal, requestId: string): Reply {
  const body: ErrorBody = {
    error: { code, message, requestId, ...(details && { details: [...details] }), docUrl: docUrl(code) },
  };
  return { status: REQUEST_ERRORS[code].status, body, ...(headers && { headers }) };
}

const HEADERS: Partial<Record<RequestErrorCode, Readonly<Record<string, string>>>> = {
  unauthorized: { 'WWW-Authenticate': 'Bearer' },
  method_not_allowed: { Allow: 'GET, HEAD' },
  rate_limited: { 'Retry-After': '1' },
  unavailable: { 'Retry-After': '5' },
};

/** Any documented refusal in the catalogue's own words, with the headers that belong to it. */
export function cataloguedRefusal(code: RequestErrorCode, message: string = REQUEST_ERRORS[code].meaning): Refusal {
  return { code, message, headers: HEADERS[code] ?? {} };
}
