import type { Refusal } from '@fanfare/rules';

/** A refusal on its way to the caller. Handlers and parsers throw it; `error-responses.ts` turns it into the one error body. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}
