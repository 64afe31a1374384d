import { TARGET_ERRORS, type TargetErrorCode } from '@fanfare/contract';
import { NetworkError, redact, storableText } from '@fanfare/network';

const MAX_CHARS = 500;

/**
 * A failure as one text, `code: message`, for answers that have no fields beside it: what is to be done about it stands at its end, where somebody knows.
 * Redacted, at most 500 characters.
 *
 * @example
 * errorText(error); // 'permission_missing: The account was connected without tweet.write, … Connect the account again to grant tweet.write.'
 */
export function errorText(error: NetworkError): string {
  const { code, message, remedy } = error.facts;
  const whole = remedy === undefined ? message : `${message} ${remedy}`;
  return storableText(`${code}: ${redact(whole)}`, MAX_CHARS);
}

/** A failure of our own making; in the catalogue's words where none are given. */
export function ownErrorText(code: TargetErrorCode, message: string = TARGET_ERRORS[code].meaning): string {
  return errorText(new NetworkError({ code, outcome: 'rejected', message }));
}
