import { HOW_TO_START } from '@fanfare/dev-service';
import { FanfareApiError, FanfareConnectionError, FanfareError, InvalidPostError } from '@fanfare/sdk';

/** What ended a program, in words for whoever started it. A plain Error is a sentence already; any other is a mistake in the program and keeps its stack. */
export function tellFailure(error: unknown): string {
  if (error instanceof InvalidPostError) {
    return [error.message, ...error.details.map(({ path, rule, message }) => `  ${path}: ${rule}: ${message}`)].join(
      '\n',
    );
  }
  if (error instanceof FanfareApiError) return `${error.message} (${error.requestId ?? 'no request id'})`;
  if (error instanceof FanfareConnectionError) return `${error.message}\n${HOW_TO_START}`;
  if (error instanceof FanfareError) return error.message;
  if (!(error instanceof Error)) return String(error);
  return error.name === 'Error' ? error.message : (error.stack ?? error.message);
}
