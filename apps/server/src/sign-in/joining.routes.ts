import { type Request, type Response, Router } from 'express';
import { ownPath } from '../http/base-path.ts';
import { sendPage } from '../http/html-page.ts';
import { sha256 } from '../http/sha256.ts';
import { readMailAddress } from '../mail/mail-address.ts';
import { findOpenInvitation, type InvitationRow } from '../members/invitations.table.ts';
import { findUser } from '../members/users.table.ts';
import { readSession } from '../sessions/read-session.ts';
import { acceptAs } from './accept-as.ts';
import {
  answerFinished,
  handled,
  redirectTo,
  sendInvalidLink,
  sendNotPressedHere,
  sendTooMany,
} from './answer-sign-in.ts';
import { browserOf, fieldOf, openForm, pressedIn, readSignInForm } from './browser-form.ts';
import { invitationPage, setupPage } from './joining-pages.ts';
import { setUp } from './set-up.ts';
import { isSetupOpen } from './setup-token.table.ts';
import { askForMail, type SignInDeps } from './sign-in.routes.ts';

/** The first person of an installation, and those who are invited. */
export function joiningRoutes(deps: SignInDeps): Router {
  const router = Router();
  const form = readSignInForm();

  router.get(
    '/setup/:token',
    handled(async (req, res) => {
      if (!(await isSetupOpen(deps.db, sha256(req.params.token as string)))) return sendInvalidLink(deps, res);
      sendSetupPage(deps, req, res, { status: 200, email: '', problem: null });
    }),
  );

  router.post(
    '/setup/:token',
    form,
    handled(async (req, res) => {
      const browser = pressedIn(deps, req);
      if (browser === null) return sendNotPressedHere(deps, res);
      const setupTokenSha256 = sha256(req.params.token as string);
      if (!(await isSetupOpen(deps.db, setupTokenSha256))) return sendInvalidLink(deps, res);
      const email = readMailAddress(fieldOf(req, 'email'));
      if (email === null) {
        const problem = 'This is not an e-mail address. Check it for a typing error.';
        return sendSetupPage(deps, req, res, { status: 400, email: fieldOf(req, 'email'), problem });
      }
      if (deps.mailService === 'smtp')
        return askForMail(deps, req, res, { email, browser, next: null, setupTokenSha256 });
      answerFinished(deps, res, await setUp(deps, { email, setupTokenSha256 }, browserOf(deps, req)));
    }),
  );

  router.get(
    '/invitations/:token',
    handled(async (req, res) => {
      const token = req.params.token as string;
      const invitation = await findOpenInvitation(deps.db, sha256(token));
      if (!invitation) return sendInvalidLink(deps, res);
      const { formToken } = openForm(deps, req, res);
      const signedInAs = (await readSession(deps, req))?.user.email ?? null;
      const isInvited = signedInAs === invitation.email;
      sendPage(
        deps,
        res,
        200,
        invitationPage(
          { base: ownPath(deps.baseUrl, ''), formToken },
          {
            ...{ token, invitation },
            needsMail: !isInvited && (await findUser(deps.db, invitation.email)) !== null,
            signedInAs: isInvited ? null : signedInAs,
          },
        ),
      );
    }),
  );

  router.post(
    '/invitations/:token',
    form,
    handled(async (req, res) => {
      const browser = pressedIn(deps, req);
      if (browser === null) return sendNotPressedHere(deps, res);
      const waitSeconds = await deps.signInLimits.takeClient(req.ip ?? '');
      if (waitSeconds > 0) return sendTooMany(deps, res, waitSeconds);
      const invitation = await findOpenInvitation(deps.db, sha256(req.params.token as string));
      if (!invitation) return sendInvalidLink(deps, res);
      await accept(deps, req, res, { browser, invitation });
    }),
  );
  return router;
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
  if (accepted.state === 'accepted') return redirectTo(deps, res, '/');
  if (accepted.state === 'needs_mail')
    return askForMail(deps, req, res, { email, browser, next: null, invitationId: id });
  answerFinished(deps, res, accepted);
}

function sendSetupPage(
  deps: SignInDeps,
  req: Request,
  res: Response,
  about: { readonly status: number; readonly email: string; readonly problem: string | null },
): void {
  const { formToken } = openForm(deps, req, res);
  const form = { base: ownPath(deps.baseUrl, ''), formToken };
  const token = req.params.token as string;
  sendPage(
    deps,
    res,
    about.status,
    setupPage(form, { ...about, name: deps.brand.name, token, sendsMail: deps.mailService === 'smtp' }),
  );
}
