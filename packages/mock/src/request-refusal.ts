import type { ErrorBody, RequestErrorCode } from '@fanfare/contract';

type Details = NonNullable<ErrorBody['error']['details']>;

/** A refused request on its way to the one error body. */
export class RequestRefusal extends Error {
  override readonly name = 'RequestRefusal';
  readonly code: RequestErrorCode;
  readonly details: Details | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: RequestErrorCode,
    message: string,
    options: { readonly details?: Details; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.code = code;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }
}

/** The refusal of one field of a request, which its message names. */
export function invalidField(path: string, message: string): RequestRefusal {
  return new RequestRefusal('invalid_request', message, { details: [{ path, message }] });
}
