import type { Refusal } from '@fanfare/rules';

/** A refusal on its way to the one error body. */
export class RequestRefusal extends Error {
  override readonly name = 'RequestRefusal';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** The refusal of one field of a request, which its message names. */
export function invalidField(path: string, message: string): RequestRefusal {
  return new RequestRefusal({ code: 'invalid_request', message, details: [{ path, message }] });
}
