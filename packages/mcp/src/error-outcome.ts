import { FileRefusedError } from '@fanfare/publish-key';
import { FanfareApiError, FanfareConnectionError, FanfareError } from '@fanfare/sdk';
import { InputError, type Outcome } from './tool.ts';

/** Remedies for codes whose message does not help somebody who has tools only. */
const REMEDIES: Readonly<Record<string, string>> = {
  unauthorized: 'The API key is missing, wrong, expired or revoked. A person makes one under Settings, Keys.',
  insufficient_scope: 'This key may not do that. A person can make a key with a wider scope under Settings, Keys.',
  account_not_found: 'Call list_accounts.',
  quota_exceeded: 'The plan has no units left in this period. Tell the person.',
  rate_limited: 'Wait, then make the same call again.',
  unavailable: 'Make the same call again in a minute.',
  internal_error: 'Make the same call again; it answers the first post if there is one.',
};

/** A failed call as a model can act on it. Rethrows what is a mistake of this program. */
export function errorOutcome(error: unknown): Outcome {
  if (error instanceof InputError || error instanceof FileRefusedError) return refused('invalid_call', error.message);
  if (error instanceof FanfareApiError) {
    const { code, message, details, requestId, docUrl, retryAfterMs } = error;
    const remedy = REMEDIES[code];
    return {
      summary: `Refused: ${message}${remedy === undefined ? '' : ` ${remedy}`}`,
      data: {
        error: {
          ...{ code, message },
          ...(details.length > 0 && { details }),
          ...(retryAfterMs !== null && { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) }),
          ...{ requestId, docUrl },
        },
      },
      isError: true,
    };
  }
  if (error instanceof FanfareConnectionError) {
    const arrived = error.mayHaveArrived
      ? 'The request may have arrived. Make exactly the same call again: it answers the first post and publishes nothing twice.'
      : 'Nothing was sent.';
    return refused('no_answer', `${error.message} ${arrived}`);
  }
  if (error instanceof FanfareError || error instanceof TypeError) return refused('invalid_call', error.message);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return refused('invalid_call', `The file cannot be read (${error.code}).`);
  throw error;
}

const refused = (code: string, message: string): Outcome => ({
  summary: message,
  data: { error: { code, message } },
  isError: true,
});
