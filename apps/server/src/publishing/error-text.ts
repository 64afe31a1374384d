import { TARGET_ERRORS, type TargetErrorCode } from '@fanfare/contract';
import { NetworkError, redact, storableText } from '@fanfare/network';

const MAX_CHARS = 500;

/**
 * A failure as one text, `code: message`, for answers that have no fields for its parts. It ends with the remedy, if there is one. Redacted, at most 500
 * characters.
 *
 * @example
 * errorText(error); // 'permission_missing: The account was connected without tweet.write, … Connect the account again to grant tweet.write.'
 */
export function errorText(error: NetworkError): string {
  const { code, message, remedy } = error.facts;
  const whole = remedy === undefined ? message : `${message} ${remedy}`;
  return storableText(`${code}: ${redact(whole)}`, MAX_CHARS);
}

/** A failure that the service itself reports, with the catalogue's meaning unless a message is given. */
export function ownErrorText(code: TargetErrorCode, message: string = TARGET_ERRORS[code].meaning): string {
  return errorText(new NetworkError({ code, outcome: 'rejected', message }));
}
