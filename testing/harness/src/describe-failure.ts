import { HOW_TO_START } from './find-service.ts';

/** Fields of an error of the SDK beside its message, by its kind. */
type SdkError = Error & {
  readonly requestId?: string | null;
  readonly details?: readonly { readonly path: string; readonly rule?: string; readonly message: string }[];
};

const MISTAKES = [TypeError, RangeError, ReferenceError, SyntaxError];

/**
 * Says why an example ended, for the person who started it: the sentence of an error, with broken
 * rules, request id or how to start a service. A mistake in the program keeps its stack.
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (MISTAKES.some((mistake) => error instanceof mistake)) return error.stack ?? error.message;
  const { name, message, requestId, details = [] }: SdkError = error;
  const violations = details.filter(({ rule }) => rule !== undefined);
  if (violations.length > 0) {
    return [message, ...violations.map(({ path, rule, message: text }) => `  ${path}: ${rule}: ${text}`)].join('\n');
  }
  if (name === 'FanfareConnectionError') return `${message}\n${HOW_TO_START}`;
  return requestId === undefined ? message : `${message} (${requestId ?? 'no request id'})`;
}
