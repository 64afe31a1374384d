import type { SessionUser } from '../../callers/sessions/sessions.table.ts';
import { type InvitationRow, lockInvitation } from '../members/invitations.table.ts';
import { ensureUser, findUser } from '../members/users.table.ts';
import { welcome } from './admit-user.ts';
import { type Browser, type Finished, type FinishSignInDeps, openSession } from './finish-sign-in.ts';
import { joinByInvitation } from './join-by-invitation.ts';

export type Acceptance =
  | Finished
  /** Accepted by a signed-in user; `next` is the page to show. */
  | { readonly state: 'accepted'; readonly next: string }
  /** The address has a user: a link by mail must prove it first. */
  | { readonly state: 'needs_mail' };

/** Whether the session proves that the invitation is for its user. */
export const isOwnInvitation = (signedIn: SessionUser | null, { email }: { readonly email: string }): boolean =>
  signedIn?.isProven === true && signedIn.email === email;

/**
 * Accepts an opened invitation. Signs in an address without a user, because the link was sent
 * there. If the inviter saw the link, it opens this workspace only and the address stays unproven.
 * A link that lives for days and may be passed on does not open a session of an existing user.
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
    // A parallel sign-in has just created the user, who signs in like any other.
    if (!isNew) return { state: 'needs_mail' };
    const next = await joinByInvitation(tx, { id, email, userId });
    if (!isLinkShown) await welcome(deps, tx, { userId, email });
    return { state: 'signed_in', sessionSecret: await openSession(deps, tx, userId, browser), next };
  });
}
