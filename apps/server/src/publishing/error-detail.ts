import { TARGET_ERRORS, type TargetErrorCode } from '@fanfare/contract';
import { NetworkError, redact } from '@fanfare/network';
import type { ErrorDetail } from './targets.table.ts';

const MAX_CHARS = 500;

/** A failure as it is stored and shown: redacted, at most 500 characters in each field, with the catalogue's remedy where the network gave none. */
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

/** Any other error, such as an expired token, may come up during an upload and is not about the item. */
const isAboutMedia = (code: TargetErrorCode): boolean => code.startsWith('media_');

/** A failure that the service itself reports, with the catalogue's meaning unless a message is given. */
export function errorDetail(code: TargetErrorCode, message: string = TARGET_ERRORS[code].meaning): ErrorDetail {
  return toErrorDetail(new NetworkError({ code, outcome: 'rejected', message }));
}

const clean = (text: string) => redact(text, MAX_CHARS);
