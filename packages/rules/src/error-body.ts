import { docUrl, type ErrorBody } from '@fanfare/contract';
import type { Refusal } from './refusal.ts';

/** The one error body of the API, which leads to the code in the documentation at `docsUrl`. */
export const errorBody = ({ code, message, details }: Refusal, requestId: string, docsUrl: string): ErrorBody => ({
  error: { code, message, requestId, ...(details && { details: [...details] }), docUrl: docUrl(docsUrl, code) },
});
