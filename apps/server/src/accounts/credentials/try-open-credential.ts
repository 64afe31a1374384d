import { NetworkError } from '@fanfare/network';
import { isTransient } from '../../db/retry-transient.ts';
import type { Logger } from '../../process/log/log.ts';
import type { OpenCredential, OpenedCredential, Rejection } from './open-credential.ts';
import type { Owner } from './read-credential.ts';

export type TryOpenCredentialDeps = { readonly openCredential: OpenCredential; readonly log: Logger };

/** Opens a credential. Unavailable after an unexpected error. Throws without a database. */
export async function tryOpenCredential(
  deps: TryOpenCredentialDeps,
  owner: Owner,
  reject: Rejection | null = null,
): Promise<OpenedCredential> {
  try {
    return await deps.openCredential(owner, { reject });
  } catch (cause) {
    if (isTransient(cause)) throw cause;
    deps.log.error({ accountId: owner.accountId, err: cause }, 'opening a credential failed unexpectedly');
    const message = 'The credential of the account could not be opened. Nothing was sent.';
    return {
      state: 'unavailable',
      error: new NetworkError({ code: 'internal_error', outcome: 'not_sent', message, cause }),
    };
  }
}
