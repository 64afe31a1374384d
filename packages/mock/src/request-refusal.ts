import type { Decision, Refusal } from '@fanfare/rules';

/** A refusal on its way to the one error body. */
export class RequestRefusal extends Error {
  override readonly name = 'RequestRefusal';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** What a decision allowed. Throws the refusal of any other: only for handlers. */
export function orRefuse<Facts extends object>(decision: Decision<Facts>): Facts {
  if (!decision.ok) throw new RequestRefusal(decision.refusal);
  return decision;
}
