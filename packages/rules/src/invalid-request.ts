import { type FieldError, LIMITS } from '@fanfare/contract';
import { type Refusal, summarise } from './refusal.ts';

/** Refuses a request for its shape. The message counts every problem; the details name the first ones. */
export const invalidRequest = (problems: readonly FieldError[]): Refusal => ({
  code: 'invalid_request',
  message: summarise(problems),
  details: problems.slice(0, LIMITS.errorDetails.value),
});
