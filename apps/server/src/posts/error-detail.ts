import { TARGET_ERRORS, type TargetErrorCode } from '@fanfare/contract';
import { NetworkError, redact } from '@fanfare/network';
import type { ErrorDetail } from './targets.table.ts';

const MAX_CHARS = 500;

/** The stored and published form of a failure: redacted, at most 500 characters a field, with the catalogue's remedy where the network gave none. */
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

/** An item that was being uploaded when a token lapsed or a limit was reached is not at fault. */
const isAboutMedia = (code: TargetErrorCode): boolean => code.startsWith('media_');

/** A failure of our own making, told in the catalogue's words. */
export function errorDetail(code: TargetErrorCode, message: string = TARGET_ERRORS[code].meaning): ErrorDetail {
  return toErrorDetail(new NetworkError({ code, outcome: 'rejected', message }));
}

const clean = (text: string) => redact(text).slice(0, MAX_CHARS);
