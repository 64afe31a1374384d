import { REQUEST_ERRORS, type RequestErrorCode } from '@fanfare/contract';
import { errorBody, type Refusal, UNAUTHORIZED } from '@fanfare/rules';

/** An answer before it is written. */
export type Reply = {
  readonly status: number;
  /** Left out where there is none (304). */
  readonly body?: unknown;
  /** In its place: an answer that stays open, as server-sent events. */
  readonly stream?: ReadableStream<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Answers a refusal: the one place that turns its code into a status. */
export const errorReply = (refusal: Refusal, requestId: string, baseUrl: string): Reply => ({
  status: REQUEST_ERRORS[refusal.code].status,
  body: errorBody(refusal, requestId, `${baseUrl}/docs`),
  headers: refusal.headers ?? {},
});

const HEADERS: Partial<Record<RequestErrorCode, Readonly<Record<string, string>>>> = {
  unauthorized: UNAUTHORIZED.headers!,
  method_not_allowed: { Allow: 'GET, HEAD' },
  rate_limited: { 'Retry-After': '1' },
  unavailable: { 'Retry-After': '5' },
};

/** Any documented refusal in the catalogue's own words, with the headers that belong to it. */
export const cataloguedRefusal = (code: RequestErrorCode): Refusal => ({
  code,
  message: REQUEST_ERRORS[code].meaning,
  headers: HEADERS[code] ?? {},
});
