import { TARGET_ERRORS, type TargetErrorCode } from '@fanfare/contract';
import { NetworkError, redact } from '@fanfare/network';
import type { ErrorDetail } from './targets.table.ts';

const MAX_CHARS = 500;

/** A failure as stored and shown: redacted, 500 characters per field, with a remedy. */
export function toErrorDetail(error: NetworkError): ErrorDetail {
  const { code, message, networkCode, networkMessage, mediaIndex, remedy } = error.facts;
  return {
    code,
    message: clean(message),
    retryable: TARGET_ERRORS[code].retryable,
    networkCode: networkCode === undefined ? null : clean(networkCode),
    networkMessage: networkMessage === undefined ? null : clean(networkMessage),
    mediaIndex: isAboutMedia(code) ? (mediaIndex ?? null) : null,
    remedy: clean(remedy ?? TARGET_ERRORS[code].remedy),
  };
}

/** Other errors during an upload, such as an expired token, are not about the item. */
const isAboutMedia = (code: TargetErrorCode): boolean => code.startsWith('media_');

/** A failure that the service itself reports. The default message is the catalogue's. */
export function errorDetail(code: TargetErrorCode, message: string = TARGET_ERRORS[code].meaning): ErrorDetail {
  return toErrorDetail(new NetworkError({ code, outcome: 'rejected', message }));
}

const clean = (text: string) => redact(text, MAX_CHARS);
