import { ERROR_CLASSES } from './error-table.gen.ts';
import { type ApiErrorParts, FanfareApiError, UnexpectedAnswerError } from './errors.ts';
import { readRetryAfter } from './retry.ts';
import type { ErrorBodyError } from './types.gen.ts';

type ErrorClass = new (parts: ApiErrorParts<string>) => FanfareApiError;

/** The value of a JSON text; any other text unchanged. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The error of a body in Fanfare’s form; null for any other body. */
function errorIn(body: unknown): ErrorBodyError | null {
  const error = (body as { error?: ErrorBodyError } | null)?.error;
  return typeof error?.code === 'string' && typeof error.message === 'string' ? error : null;
}

/** The error to throw for an error answer. */
export function toApiError(response: Response, text: string, nowMs: number): FanfareApiError {
  const { status, headers } = response;
  const body = parse(text);
  const error = errorIn(body);
  const parts = {
    status,
    headers,
    requestId: headers.get('x-request-id'),
    retryAfterMs: readRetryAfter(headers, nowMs),
    details: [],
    docUrl: null,
    body,
  };
  if (error === null) {
    const redirect = response.type === 'opaqueredirect' || (status >= 300 && status < 400);
    const start = text.replace(/\s+/g, ' ').trim().slice(0, 80);
    const what = redirect
      ? `a redirect to ${headers.get('location') ?? 'elsewhere'}, not followed because it would receive the API key`
      : `"${start}", which is not the JSON of Fanfare`;
    return new UnexpectedAnswerError({
      ...parts,
      code: 'unexpected_answer',
      text: `The answer is ${what}. Check \`baseUrl\`.`,
    });
  }
  const { code, message, details = [], docUrl, requestId } = error;
  // A table from codes to classes cannot be typed as one function of the code.
  const table: Readonly<Record<string, unknown>> = ERROR_CLASSES;
  const Class = (Object.hasOwn(table, code) ? table[code] : FanfareApiError) as ErrorClass;
  return new Class({ ...parts, code, text: message, details, docUrl, requestId: requestId ?? parts.requestId });
}
