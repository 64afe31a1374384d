import { endSessionOf, insertSession } from '../../callers/sessions/sessions.table.ts';
import type { Database, DatabasePool } from '../../db/database.ts';
import { hashToken, newToken } from '../../http/token.ts';
import { listInvitationsTo } from '../members/invitations.table.ts';
import { type AdmitDeps, admitUser } from './admit-user.ts';
import { consumeSignIn, type SignInRow } from './sign-ins.table.ts';

export type FinishSignInDeps = AdmitDeps & { readonly db: DatabasePool };

export type Browser = {
  readonly userAgent: string;
  /** Its session until now, which ends. */
  readonly sessionSecret: string | null;
};

export type Finished =
  | { readonly state: 'signed_in'; readonly sessionSecret: string; readonly next: string | null }
  /** Used, expired, or of another browser. */
  | { readonly state: 'not_valid' }
  /** The address may not sign up. */
  | { readonly state: 'not_admitted' };

/** Consumes a sign-in in its browser, creates a missing user and opens a session, or nothing. */
export function finishSignIn(
  deps: FinishSignInDeps,
  signIn: { readonly id: string; readonly browser: string },
  browser: Browser,
): Promise<Finished> {
  return deps.db.transaction(async (tx) => {
    const consumed = await consumeSignIn(tx, { id: signIn.id, browserSha256: hashToken(signIn.browser) });
    if (!consumed) return { state: 'not_valid' };
    const admitted = await admitUser(deps, tx, consumed);
    if (admitted === null) return { state: 'not_admitted' };
    const { userId, joined } = admitted;
    const sessionSecret = await openSession(deps, tx, userId, browser);
    return { state: 'signed_in', sessionSecret, next: joined ?? (await nextOf(tx, consumed)) };
  });
}

/** Shows open invitations first. */
async function nextOf(tx: Database, { email, next }: SignInRow): Promise<string | null> {
  if ((await listInvitationsTo(tx, email)).length === 0) return next;
  return next === null ? '/invitations' : `/invitations?next=${encodeURIComponent(next)}`;
}

/** Opens a session in place of the browser's earlier one, and returns its secret. */
export async function openSession(
  { ids }: Pick<AdmitDeps, 'ids'>,
  tx: Database,
  userId: string,
  { userAgent, sessionSecret }: Browser,
): Promise<string> {
  const secret = newToken(ids);
  if (sessionSecret !== null) await endSessionOf(tx, hashToken(sessionSecret));
  await insertSession(tx, { id: ids.uuid(), userId, secretSha256: hashToken(secret), userAgent });
  return secret;
}
