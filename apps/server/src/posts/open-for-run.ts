import { NetworkError } from '@fanfare/network';
import type { OpenCredential, OpenedCredential, Rejection } from '../credentials/open-credential.ts';
import { isTransient } from '../db/retry-transient.ts';
import type { Logger } from '../log.ts';

type Deps = { readonly openCredential: OpenCredential; readonly log: Logger };
type Owner = { readonly projectId: string; readonly accountId: string };

/**
 * A credential for a run. One that cannot be opened for a reason nobody foresaw (a key that is missing) is unavailable: nothing has been sent. While the
 * database cannot be reached nothing can be told, and the run ends with the exception.
 */
export async function openForRun(deps: Deps, owner: Owner, reject: Rejection | null): Promise<OpenedCredential> {
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
