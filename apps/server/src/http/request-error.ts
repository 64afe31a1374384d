import type { ErrorBody, RequestErrorCode } from '@fanfare/contract';

type Details = NonNullable<ErrorBody['error']['details']>;

/** A refusal on its way to the caller. Thrown by handlers, turned into the one error body by `error-responses.ts`. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: RequestErrorCode;
  readonly details: Details | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: RequestErrorCode,
    message: string,
    options: { details?: Details; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.code = code;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }
}
