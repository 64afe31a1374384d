import type { ErrorDetail, RequestErrorCode } from '@fanfare/contract';

/**
 * Reason that a request is refused: what the caller gets as an error body. The code decides the
 * status.
 */
export type Refusal<Code extends RequestErrorCode = RequestErrorCode> = {
  readonly code: Code;
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
  readonly headers?: Readonly<Record<string, string>>;
};

/** The outcome of a rule that can refuse a request. */
export type Decision<Facts extends object> = ({ readonly ok: true } & Facts) | Refused;

export type Refused = { readonly ok: false; readonly refusal: Refusal };

/**
 * Refuses a request.
 *
 * @example
 * return refuse({ code: 'not_found', message: 'There is no such post in this project.' });
 */
export const refuse = (refusal: Refusal): Refused => ({ ok: false, refusal });

/** Refuses a request for one field of it. */
export const refuseField = (path: string, message: string): Refused =>
  refuse({ code: 'invalid_request', message, details: [{ path, message }] });

/** Refuses a request for several fields, with a message that names the first. */
export const refuseAll = (code: RequestErrorCode, details: readonly (ErrorDetail & Problem)[]): Refused =>
  refuse({ code, message: summarise(details), details });

type Problem = { readonly path: string; readonly message: string };

/** The first problem in one sentence, and how many more there are, with `unnamed` ones. */
export function summarise(details: readonly Problem[], unnamed = 0): string {
  const [first] = details;
  const others = details.length - 1 + unnamed;
  const more = others <= 0 ? '' : ` (and ${others} more, see details)`;
  return first ? `${first.path ? `${first.path}: ` : ''}${first.message}${more}` : '';
}
