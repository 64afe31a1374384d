import type { AnyRefusal, AppDecision } from './app-refusal.ts';

/** Refusal on its way to the caller. Only handlers throw it; `error-responses.ts` sends it. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly refusal: AnyRefusal;

  constructor(refusal: AnyRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Returns the facts of a decision or throws its refusal. Only for handlers. */
export function orRefuse<Facts extends object>(decision: AppDecision<Facts>): Facts {
  if (!decision.ok) throw new RequestError(decision.refusal);
  return decision;
}

/** Throws a refusal where there is one. Only for handlers. */
export function throwRefusal(refusal: AnyRefusal | null): void {
  if (refusal) throw new RequestError(refusal);
}
