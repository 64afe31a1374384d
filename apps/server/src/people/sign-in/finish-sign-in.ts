import { endSessionOf, insertSession } from '../../callers/sessions/sessions.table.ts';
import type { Database, DatabasePool } from '../../db/database.ts';
import { sha256 } from '../../http/sha256.ts';
import { listInvitationsTo } from '../members/invitations.table.ts';
import { type AdmitDeps, admitUser } from './admit-user.ts';
import { consumeSignIn, type SignInRow } from './sign-ins.table.ts';

export type FinishSignInDeps = AdmitDeps & { readonly db: DatabasePool };

/** The browser that is signed in. */
export type Browser = {
  readonly userAgent: string;
  /** Of its session until now, which ends. */
  readonly sessionSecret: string | null;
};

export type Finished =
  | { readonly state: 'signed_in'; readonly sessionSecret: string; readonly next: string | null }
  /** Used, expired, or of another browser. */
  | { readonly state: 'not_valid' }
  /** The address may not sign up. */
  | { readonly state: 'not_admitted' };

/** Consumes a sign-in in the browser that asked for it, makes its user where there is none, and opens a session: all or nothing. */
export function finishSignIn(
  deps: FinishSignInDeps,
  signIn: { readonly id: string; readonly browser: string },
  browser: Browser,
): Promise<Finished> {
  return deps.db.transaction(async (tx) => {
    const consumed = await consumeSignIn(tx, { id: signIn.id, browserSha256: sha256(signIn.browser) });
    if (!consumed) return { state: 'not_valid' };
    const admitted = await admitUser(deps, tx, consumed);
    if (admitted === null) return { state: 'not_admitted' };
    const { userId, joined } = admitted;
    const sessionSecret = await openSession(deps, tx, userId, browser);
    return { state: 'signed_in', sessionSecret, next: joined ?? (await nextOf(tx, consumed)) };
  });
}

/** Invitations are shown first: each waits for an answer. */
async function nextOf(tx: Database, { email, next }: SignInRow): Promise<string | null> {
  if ((await listInvitationsTo(tx, email)).length === 0) return next;
  return next === null ? '/invitations' : `/invitations?next=${encodeURIComponent(next)}`;
}

/** Opens a session with a new secret, which it returns, in place of the one that the browser had. */
export async function openSession(
  { ids }: Pick<AdmitDeps, 'ids'>,
  tx: Database,
  userId: string,
  { userAgent, sessionSecret }: Browser,
): Promise<string> {
  const secret = ids.secret(32).toString('base64url');
  if (sessionSecret !== null) await endSessionOf(tx, sha256(sessionSecret));
  await insertSession(tx, { id: ids.uuid(), userId, secretSha256: sha256(secret), userAgent });
  return secret;
}
