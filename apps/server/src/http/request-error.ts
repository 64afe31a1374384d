import type { AnyRefusal, AppDecision } from './app-refusal.ts';

/** A refusal on its way to the caller. Only handlers throw it; `error-responses.ts` turns it into the answer. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly refusal: AnyRefusal;

  constructor(refusal: AnyRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** What a decision allowed. Throws the refusal of any other: only for handlers. */
export function orRefuse<Facts extends object>(decision: AppDecision<Facts>): Facts {
  if (!decision.ok) throw new RequestError(decision.refusal);
  return decision;
}
