import type { Decision, Refusal } from '@fanfare/rules';

/** A refusal, thrown to the code that writes the error body. */
export class RequestRefusal extends Error {
  override readonly name = 'RequestRefusal';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** The facts of an accepted decision. Throws the refusal of any other; only handlers call it. */
export function orRefuse<Facts extends object>(decision: Decision<Facts>): Facts {
  if (!decision.ok) throw new RequestRefusal(decision.refusal);
  return decision;
}
