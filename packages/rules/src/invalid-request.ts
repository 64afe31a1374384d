import { type FieldError, LIMITS } from '@fanfare/contract';
import { type Refusal, summarise } from './refusal.ts';

/** Refuses a request for its shape. The message counts all problems, also `unnamed` ones. */
export const invalidRequest = (problems: readonly FieldError[], unnamed = 0): Refusal => ({
  code: 'invalid_request',
  message: summarise(problems, unnamed),
  details: problems.slice(0, LIMITS.errorDetails.value),
});
