import { NetworkError } from '@fanfare/network';
import type { OpenedCredential } from './open-credential.ts';
import type { Owner } from './read-credential.ts';
import { type TryOpenCredentialDeps, tryOpenCredential } from './try-open-credential.ts';

export type OpenAccount = Pick<Extract<OpenedCredential, { state: 'open' }>, 'credential' | 'account'>;

export type CredentialUse<T> =
  | { readonly state: 'used'; readonly result: T; readonly opened: OpenAccount }
  /** `last` is the refused result; null when nothing was asked of the network. */
  | { readonly state: 'not_open'; readonly error: NetworkError; readonly last: T | null };

export type UseCredential<T> = {
  readonly run: (opened: OpenAccount) => Promise<T>;
  /** The error of a result that refuses the credential; null for any other result. */
  readonly refusalIn: (result: T) => NetworkError | null;
};

/**
 * Runs something with the credential of an account. A refused credential is renewed once, and `run`
 * is called again. A refusal that ends the account is `account_not_active` (spec 3.1), in the words
 * of the network. A second refusal that ends nothing is the result.
 *
 * @example
 * const used = await withCredential(deps, owner, { run, refusalIn: (end) => end.refusal });
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

    // After a second refusal this ends the account without asking the network again.
    const as = refusal.facts.credential ?? 'expired';
    const answer = await tryOpenCredential(deps, owner, { credential, as, renewed });
    // A disconnect also revokes the token, and is then the reason, not the network's words.
    const isDisconnected = answer.state === 'not_active' && answer.reason === 'disconnected';
    if (answer.state === 'unavailable' || isDisconnected)
      return { state: 'not_open', error: whyNotOpen(answer), last: result };
    if (answer.state === 'not_active') return { state: 'not_open', error: endedBy(refusal), last: result };
    if (renewed) return used;
    opened = answer;
  }
}

/** The error itself when the network refused the credential; otherwise null. */
export const credentialRefusal = (error: unknown): NetworkError | null =>
  error instanceof NetworkError && error.code === 'credential_rejected' ? error : null;

/** The code of every later call, with the facts of the refusal. */
const endedBy = ({ facts }: NetworkError): NetworkError => new NetworkError({ ...facts, code: 'account_not_active' });

/** The result of a call to a network, or the network's error. */
export type NetworkAnswer<T> =
  | { readonly ok: true; readonly result: T }
  | { readonly ok: false; readonly error: NetworkError };

/** Calls a network as in `withCredential`. Throws errors that are not the network's. */
export const callWithCredential = <T>(
  deps: TryOpenCredentialDeps,
  owner: Owner,
  call: (opened: OpenAccount) => Promise<T>,
): Promise<CredentialUse<NetworkAnswer<T>>> =>
  withCredential<NetworkAnswer<T>>(deps, owner, {
    async run(opened) {
      try {
        return { ok: true, result: await call(opened) };
      } catch (error) {
        if (error instanceof NetworkError) return { ok: false, error };
        throw error;
      }
    },
    refusalIn: (answer) => (answer.ok ? null : credentialRefusal(answer.error)),
  });

function whyNotOpen(opened: Exclude<OpenedCredential, { state: 'open' }>): NetworkError {
  if (opened.state === 'unavailable') return opened.error;
  return new NetworkError({ code: 'account_not_active', outcome: 'not_sent', message: opened.message });
}
