import { docUrl, type ErrorBody } from '@fanfare/contract';
import type { Refusal } from './refusal.ts';

/** The one error body of the API. */
export const errorBody = ({ code, message, details }: Refusal, requestId: string): ErrorBody => ({
  error: { code, message, requestId, ...(details && { details: [...details] }), docUrl: docUrl(code) },
});
