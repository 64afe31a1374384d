import { TARGET_ERRORS, type TargetErrorCode } from '@fanfare/contract';
import { NetworkError, redact, storableText } from '@fanfare/network';

const MAX_CHARS = 500;

/**
 * A failure as one redacted text of at most 500 characters: `code: message`, then the remedy if
 * there is one. For answers that have no separate fields.
 * @example
 * errorText(error); // 'permission_missing: The account was connected without tweet.write, …'
 */
export function errorText(error: NetworkError): string {
  const { code, message, remedy } = error.facts;
  const whole = remedy === undefined ? message : `${message} ${remedy}`;
  return storableText(`${code}: ${redact(whole)}`, MAX_CHARS);
}

/** A failure that the service itself reports. The default message is the catalogue's. */
export function ownErrorText(code: TargetErrorCode, message: string = TARGET_ERRORS[code].meaning): string {
  return errorText(new NetworkError({ code, outcome: 'rejected', message }));
}
