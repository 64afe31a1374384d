import type { SessionUser } from '../../callers/sessions/sessions.table.ts';
import { type InvitationRow, lockInvitation } from '../members/invitations.table.ts';
import { ensureUser, findUser } from '../members/users.table.ts';
import { welcome } from './admit-user.ts';
import { type Browser, type Finished, type FinishSignInDeps, openSession } from './finish-sign-in.ts';
import { joinByInvitation } from './join-by-invitation.ts';

export type Acceptance =
  | Finished
  /** By who is signed in already; `next` is the page to show. */
  | { readonly state: 'accepted'; readonly next: string }
  /** The address has a user: the link of a mail has to show first that this browser is theirs. */
  | { readonly state: 'needs_mail' };

/** Whether a session shows that an invitation is for its person: nobody else can have opened it. */
export const isOwnInvitation = (signedIn: SessionUser | null, { email }: { readonly email: string }): boolean =>
  signedIn?.isProven === true && signedIn.email === email;

/**
 * Accepts an invitation whose link was opened. An address without a user is signed in: the link was sent there. Where it was shown to who invited instead, it
 * opens this workspace only, and the address stays unproven. A user's own session is not opened by a link that lives for days and may have been passed on.
 */
export function acceptAs(
  deps: FinishSignInDeps,
  about: { readonly invitation: InvitationRow; readonly signedIn: SessionUser | null; readonly browser: Browser },
): Promise<Acceptance> {
  const { invitation, signedIn, browser } = about;
  const { id, email, isLinkShown } = invitation;
  return deps.db.transaction(async (tx) => {
    if (!(await lockInvitation(tx, id))) return { state: 'not_valid' };
    if (signedIn && isOwnInvitation(signedIn, invitation))
      return { state: 'accepted', next: (await joinByInvitation(tx, { id, email, userId: signedIn.id })) ?? '/' };
    if (await findUser(tx, email)) return { state: 'needs_mail' };
    const { userId, isNew } = await ensureUser(tx, { id: deps.ids.uuid(), email });
    // A parallel sign-in has just made the user, who signs in as every other.
    if (!isNew) return { state: 'needs_mail' };
    const next = await joinByInvitation(tx, { id, email, userId });
    if (!isLinkShown) await welcome(deps, tx, { userId, email });
    return { state: 'signed_in', sessionSecret: await openSession(deps, tx, userId, browser), next };
  });
}
