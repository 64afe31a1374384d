import { LIMITS, TARGET_ERRORS, type TargetErrorCode, type TargetErrorDetail } from '@fanfare/contract';
import { inactiveMessage } from '@fanfare/rules';
import type { Failure } from '../network-scripts.ts';
import type { StoredAccount } from '../world.ts';

const cut = (text: string): string => text.slice(0, LIMITS.errorDetailChars.value);

/** The error of a failed target; by default with the catalogue's message. */
export function targetError(
  code: TargetErrorCode,
  facts: Partial<Failure> & { readonly message?: string } = {},
): TargetErrorDetail {
  const { meaning, retryable, remedy } = TARGET_ERRORS[code];
  const { message = meaning, networkCode = null, networkMessage = null, mediaIndex = null } = facts;
  return {
    code,
    message: cut(message),
    retryable,
    networkCode: networkCode && cut(networkCode),
    networkMessage: networkMessage && cut(networkMessage),
    mediaIndex: code.startsWith('media_') ? mediaIndex : null,
    remedy,
  };
}

/** Says why nothing can be published to an account that is not active. */
export function notActive({ status, statusReason }: Pick<StoredAccount, 'status' | 'statusReason'>): TargetErrorDetail {
  return targetError('account_not_active', { message: inactiveMessage(status, statusReason) });
}

/** An error as one text, for answers without error fields. */
export const errorText = ({ code, message }: TargetErrorDetail): string => cut(`${code}: ${message}`);
