import { docUrl, type ErrorBody, EXAMPLE_DOCS_URL, type RequestErrorCode } from '@fanfare/contract';

/** The whole error body of an answer with this request id. */
export function errorBody(
  reply: { readonly headers: Headers },
  code: RequestErrorCode,
  message: string,
  details?: NonNullable<ErrorBody['error']['details']>,
): ErrorBody {
  const requestId = reply.headers.get('x-request-id') ?? 'the answer has no X-Request-Id';
  return { error: { code, message, requestId, ...(details && { details }), docUrl: docUrl(EXAMPLE_DOCS_URL, code) } };
}
