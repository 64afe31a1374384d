import { type Request, type Response, Router } from 'express';
import { readSession } from '../../callers/sessions/read-session.ts';
import type { SessionUser } from '../../callers/sessions/sessions.table.ts';
import { handled } from '../../http/handled.ts';
import { sendPage } from '../../http/html-page.ts';
import { readNextPath } from '../../http/next-path.ts';
import { hashToken } from '../../http/token.ts';
import { fromPublicId } from '../../process/ids.ts';
import {
  declineInvitation,
  findOpenInvitation,
  type InvitationRow,
  listInvitationsTo,
} from '../members/invitations.table.ts';
import { findUser } from '../members/users.table.ts';
import { acceptAs, isOwnInvitation } from './accept-as.ts';
import { answerFinished, pressed, redirectTo, sendInvalidLink, sendMessage, sendTooMany } from './answer-sign-in.ts';
import { browserOf, fieldOf, openForm } from './browser-form.ts';
import { joinByInvitation } from './join-by-invitation.ts';
import { DECLINE, invitationPage, invitationsPage } from './joining-pages.ts';
import { askForMail, type SignInDeps } from './sign-in.routes.ts';

/** Pages of one invitation by its link, and of all open invitations of the signed-in user. */
export function invitationsRoutes(deps: SignInDeps): Router {
  const router = Router();

  router.get(
    '/invitations',
    handled(async (req, res) => {
      const signedIn = await readSession(deps, req);
      if (!signedIn) return redirectTo(deps, res, `/sign-in?next=${encodeURIComponent('/invitations')}`);
      const next = readNextPath(req.query.next) ?? '/';
      const invitations = await invitationsOf(deps, signedIn.user);
      if (invitations.length === 0) return redirectTo(deps, res, next);
      const { form } = openForm(deps, req, res);
      sendPage(deps, res, 200, invitationsPage(form, { email: signedIn.user.email, invitations, next }));
    }),
  );

  router.post(
    '/invitations',
    pressed(deps, async (req, res) => {
      const signedIn = await readSession(deps, req);
      if (!signedIn) return redirectTo(deps, res, '/sign-in');
      const next = readNextPath(fieldOf(req, 'next')) ?? '/';
      const joined = await answerInvitation(deps, signedIn.user, {
        id: fromPublicId('inv', fieldOf(req, 'invitation')),
        isDeclined: fieldOf(req, 'answer') === DECLINE,
      });
      // Others may wait. Afterwards the requested page is shown, or the project that was joined.
      const after = next === '/' ? (joined ?? next) : next;
      redirectTo(deps, res, `/invitations?next=${encodeURIComponent(after)}`);
    }),
  );

  router.get(
    '/invitations/:token',
    handled(async (req, res) => {
      const token = req.params.token as string;
      const invitation = await findOpenInvitation(deps.db, hashToken(token));
      if (!invitation) return sendInvalidLink(deps, res);
      const { form } = openForm(deps, req, res);
      const user = (await readSession(deps, req))?.user ?? null;
      const signedInAs = user === null || user.email === invitation.email ? null : user.email;
      const needsMail = !isOwnInvitation(user, invitation) && (await findUser(deps.db, invitation.email)) !== null;
      sendPage(deps, res, 200, invitationPage(form, { token, invitation, needsMail, signedInAs }));
    }),
  );

  router.post(
    '/invitations/:token',
    pressed(deps, async (req, res, browser) => {
      const waitSeconds = await deps.signInLimits.takeClient(req.ip ?? '');
      if (waitSeconds > 0) return sendTooMany(deps, res, waitSeconds);
      const invitation = await findOpenInvitation(deps.db, hashToken(req.params.token as string));
      if (!invitation) return sendInvalidLink(deps, res);
      if (fieldOf(req, 'answer') === DECLINE) {
        await declineInvitation(deps.db, invitation);
        return sendDeclined(deps, res, invitation);
      }
      await accept(deps, req, res, { browser, invitation });
    }),
  );
  return router;
}

/** Offers nothing for an unproven address: its session may be the inviter's. */
const invitationsOf = async (deps: SignInDeps, { email, isProven }: SessionUser): Promise<readonly InvitationRow[]> =>
  isProven ? listInvitationsTo(deps.db, email) : [];

/** Accepts or declines an invitation of the signed-in user. Returns the next page, if any. */
async function answerInvitation(
  { db }: SignInDeps,
  { id: userId, email, isProven }: SessionUser,
  { id, isDeclined }: { readonly id: string | null; readonly isDeclined: boolean },
): Promise<string | null> {
  if (id === null || !isProven) return null;
  if (!isDeclined) return db.transaction((tx) => joinByInvitation(tx, { id, email, userId }));
  await declineInvitation(db, { id, email });
  return null;
}

async function accept(
  deps: SignInDeps,
  req: Request,
  res: Response,
  { browser, invitation }: { readonly browser: string; readonly invitation: InvitationRow },
): Promise<void> {
  const { id, email } = invitation;
  const session = await readSession(deps, req);
  const accepted = await acceptAs(deps, {
    invitation,
    signedIn: session?.user ?? null,
    browser: browserOf(deps, req),
  });
  if (accepted.state === 'accepted') return redirectTo(deps, res, accepted.next);
  if (accepted.state === 'needs_mail')
    return askForMail(deps, req, res, { email, browser, next: null, invitationId: id });
  answerFinished(deps, res, accepted);
}

const sendDeclined = (deps: SignInDeps, res: Response, { workspaceName }: InvitationRow): void =>
  sendMessage(deps, res, 200, {
    title: 'You declined the invitation',
    text: `You do not join ${workspaceName}, and the link no longer works.`,
    link: ['/sign-in', 'Sign in'],
  });
