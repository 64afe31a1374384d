import { NetworkError } from '@fanfare/network';
import type { OpenedCredential } from './open-credential.ts';
import type { Owner } from './read-credential.ts';
import { type TryOpenCredentialDeps, tryOpenCredential } from './try-open-credential.ts';

export type OpenAccount = Pick<Extract<OpenedCredential, { state: 'open' }>, 'credential' | 'account'>;

export type CredentialUse<T> =
  | { readonly state: 'used'; readonly result: T; readonly opened: OpenAccount }
  /** `last` is the result that the network refused the credential with; null when nothing was asked of the network. */
  | { readonly state: 'not_open'; readonly error: NetworkError; readonly last: T | null };

export type UseCredential<T> = {
  readonly run: (opened: OpenAccount) => Promise<T>;
  /** The error of a result by which the network refused the credential; null for any other result. */
  readonly refusalIn: (result: T) => NetworkError | null;
};

/**
 * Runs something with the credential of an account. When the network refuses the credential, it is renewed once and `run` is called again. A refusal by
 * which the account ends is `account_not_active` (spec 3.1), in the words of the network. A second refusal that ends nothing is the result.
 *
 * @example
 * const used = await withCredential(deps, owner, { run: readMetrics, refusalIn: ({ error }) => credentialRefusal(error) });
 */
export async function withCredential<T>(
  deps: TryOpenCredentialDeps,
  owner: Owner,
  { run, refusalIn }: UseCredential<T>,
): Promise<CredentialUse<T>> {
  let opened = await tryOpenCredential(deps, owner);
  if (opened.state !== 'open') return { state: 'not_open', error: whyNotOpen(opened), last: null };
  for (let renewed = false; ; renewed = true) {
    const { credential, account } = opened;
    const result = await run({ credential, account });
    const used = { state: 'used', result, opened: { credential, account } } as const;
    const refusal = refusalIn(result);
    if (refusal === null) return used;

    // After a second refusal this does not ask the network again: it ends the account.
    const as = refusal.facts.credential ?? 'expired';
    const answer = await tryOpenCredential(deps, owner, { credential, as, renewed });
    // Disconnecting revokes the token at the network as well. Then the disconnect is the reason, and not what the network says of the token.
    const isDisconnected = answer.state === 'not_active' && answer.reason === 'disconnected';
    if (answer.state === 'unavailable' || isDisconnected)
      return { state: 'not_open', error: whyNotOpen(answer), last: result };
    if (answer.state === 'not_active') return { state: 'not_open', error: endedBy(refusal), last: result };
    if (renewed) return used;
    opened = answer;
  }
}

/** The error itself when it says that the network refused the credential; otherwise null. */
export const credentialRefusal = (error: unknown): NetworkError | null =>
  error instanceof NetworkError && error.code === 'credential_rejected' ? error : null;

/** Calls it what every later call is told, and keeps how it was found. */
const endedBy = ({ facts }: NetworkError): NetworkError => new NetworkError({ ...facts, code: 'account_not_active' });

function whyNotOpen(opened: Exclude<OpenedCredential, { state: 'open' }>): NetworkError {
  if (opened.state === 'unavailable') return opened.error;
  return new NetworkError({ code: 'account_not_active', outcome: 'not_sent', message: opened.message });
}
