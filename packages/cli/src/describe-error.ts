import { FanfareApiError, FanfareConnectionError, type FanfareError } from '@fanfare/sdk';
import { addressFault } from './address/address-fault.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { plainText } from './output/plain-text.ts';
import type { Connection } from './profiles/find-connection.ts';

/** An error of the service for people, and the exit code that it makes. */
export type Described = { readonly text: string; readonly exitCode: ExitCode };

/** Says what is wrong, where, and how to fix it, with the id of the request. */
export function describeError(error: FanfareError, connection: Connection | null): Described {
  if (error instanceof FanfareApiError) return ofAnswer(error, connection);
  const fault = connection === null ? null : addressFault(error, connection.baseUrl);
  if (connection !== null && fault !== null)
    return { text: `${nameOf(connection)}: ${fault.text}`, exitCode: fault.exitCode };
  const text = plainText(error.message);
  return { text, exitCode: error instanceof FanfareConnectionError ? EXIT.tryAgain : EXIT.refused };
}

/** The place to look at when the address or the key of a connection is wrong. */
export const nameOf = ({ source }: Connection): string => (source === 'environment' ? 'FANFARE_BASE_URL' : source);

function ofAnswer(error: FanfareApiError, connection: Connection | null): Described {
  const lines = [plainText(error.message), ...error.details.map(detailOf)];
  const exitCode = exitCodeOf(error);
  if (error.code === 'unauthorized')
    lines.push(
      connection?.source.startsWith('profile ')
        ? `  The key of ${connection.source} is wrong or revoked. Run: fanfare-cli login`
        : `  The key of ${connection?.source ?? 'this call'} is wrong or revoked. Make one under Settings → API keys.`,
    );
  if (error.code === 'insufficient_scope') lines.push('  Make a key with a larger scope under Settings → API keys.');
  if (error.retryAfterMs !== null) lines.push(`  Try again in ${Math.ceil(error.retryAfterMs / 1_000)} s.`);
  if (error.requestId !== null) lines.push(`  Request ${plainText(error.requestId)}`);
  if (error.docUrl !== null) lines.push(`  ${plainText(error.docUrl)}`);
  return { text: lines.join('\n'), exitCode };
}

function detailOf(detail: FanfareApiError['details'][number]): string {
  if (!('path' in detail)) {
    const { limit, used, reserved, requested, resetsAt } = detail;
    return `  ${requested} units are needed; ${used} of ${limit} are used and ${reserved} reserved. Next period: ${resetsAt}`;
  }
  const rule = 'rule' in detail ? ` (${plainText(detail.rule)})` : '';
  const place = plainText([detail.path, detail.platform].filter(Boolean).join(', '));
  return `  ${place === '' ? '' : `${place}: `}${plainText(detail.message)}${rule}`;
}

function exitCodeOf({ status, code }: FanfareApiError): ExitCode {
  if (code === 'unauthorized' || code === 'insufficient_scope') return EXIT.auth;
  if (code === 'quota_exceeded') return EXIT.refused;
  return status === 429 || status === 408 || status >= 500 ? EXIT.tryAgain : EXIT.refused;
}
