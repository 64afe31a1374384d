import { acceptInvitationById, type InvitationRow } from '../members/invitations.table.ts';
import { putMembership } from '../members/memberships.table.ts';
import { ensureUser, findUser } from '../members/users.table.ts';
import type { SessionUser } from '../sessions/sessions.table.ts';
import { type Browser, type Finished, type FinishSignInDeps, openSession } from './finish-sign-in.ts';

export type Acceptance =
  | Finished
  /** By who is signed in already. */
  | { readonly state: 'accepted' }
  /** The address has a user: the link of a mail has to show first that this browser is theirs. */
  | { readonly state: 'needs_mail' };

/**
 * Accepts an invitation whose link was opened. An address without a user is signed in: the link was sent there. A user's own session is not opened by a link
 * that lives for days and may have been passed on.
 */
export function acceptAs(
  deps: FinishSignInDeps,
  about: { readonly invitation: InvitationRow; readonly signedIn: SessionUser | null; readonly browser: Browser },
): Promise<Acceptance> {
  const { invitation, signedIn, browser } = about;
  const { id, email } = invitation;
  return deps.db.transaction(async (tx) => {
    const isOwn = signedIn?.email === email;
    if (!isOwn && (await findUser(tx, email))) return { state: 'needs_mail' };
    const [accepted] = await acceptInvitationById(tx, { id, email });
    if (!accepted) return { state: 'not_valid' };
    const { userId, isNew } = await ensureUser(tx, { id: deps.ids.uuid(), email });
    await putMembership(tx, { ...accepted, userId });
    if (isOwn) return { state: 'accepted' };
    // A parallel sign-in has just made the user: it is a member now, and signs in as every other.
    if (!isNew) return { state: 'needs_mail' };
    return { state: 'signed_in', sessionSecret: await openSession(deps, tx, userId, browser), next: null };
  });
}
