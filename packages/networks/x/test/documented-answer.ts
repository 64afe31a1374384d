import type { TargetErrorCode } from '@fanfare/contract';
import type { Purpose } from '../src/purpose.ts';

/** A known refusal of X, and its required result. */
export type DocumentedAnswer = {
  readonly on: Purpose;
  readonly status: number;
  readonly body: unknown;
  readonly row: string;
  readonly code: TargetErrorCode;
};

export const problem = (status: number, detail: string, type = 'about:blank', title = 'Problem') => ({
  title,
  detail,
  type,
  status,
});
export const typed = (name: string, host = 'api.twitter.com') => ({
  title: 'Problem',
  detail: 'Something.',
  type: `https://${host}/2/problems/${name}`,
});
export const invalid = (message: string) => ({
  errors: [{ message, parameters: {} }],
  title: 'Invalid Request',
  detail: 'One or more parameters to your request was invalid.',
  type: 'https://api.twitter.com/2/problems/invalid-request',
});
export const versionOneError = (code: number, message: string) => ({ errors: [{ code, message }] });
