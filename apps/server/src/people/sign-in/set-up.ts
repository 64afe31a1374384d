import { admitFirst } from './admit-user.ts';
import { type Browser, type Finished, type FinishSignInDeps, openSession } from './finish-sign-in.ts';

/** Signs the first person in without a mail. When somebody was faster, the link is invalid. */
export function setUp(
  deps: FinishSignInDeps,
  first: { readonly email: string; readonly setupTokenSha256: Buffer },
  browser: Browser,
): Promise<Finished> {
  return deps.db.transaction(async (tx) => {
    const userId = await admitFirst(deps, tx, first);
    if (userId === null) return { state: 'not_valid' };
    return { state: 'signed_in', sessionSecret: await openSession(deps, tx, userId, browser), next: null };
  });
}
