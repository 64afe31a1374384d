import { type Request, type Response, Router } from 'express';
import { readMailAddress } from '../../config/mail-address.ts';
import { handled } from '../../http/handled.ts';
import { sendPage } from '../../http/html-page.ts';
import { hashToken } from '../../http/token.ts';
import { answerFinished, pressed, sendInvalidLink } from './answer-sign-in.ts';
import { browserOf, fieldOf, openForm } from './browser-form.ts';
import { setupPage } from './joining-pages.ts';
import { setUp } from './set-up.ts';
import { isSetupOpen } from './setup-token.table.ts';
import { askForMail, type SignInDeps } from './sign-in.routes.ts';

export function setUpRoutes(deps: SignInDeps): Router {
  const router = Router();

  router.get(
    '/setup/:token',
    handled(async (req, res) => {
      if (!(await isSetupOpen(deps.db, hashToken(req.params.token as string)))) return sendInvalidLink(deps, res);
      sendSetupPage(deps, req, res, { status: 200, email: '', problem: null });
    }),
  );

  router.post(
    '/setup/:token',
    pressed(deps, async (req, res, browser) => {
      const setupTokenSha256 = hashToken(req.params.token as string);
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

  return router;
}

function sendSetupPage(
  deps: SignInDeps,
  req: Request,
  res: Response,
  about: { readonly status: number; readonly email: string; readonly problem: string | null },
): void {
  const { form } = openForm(deps, req, res);
  const token = req.params.token as string;
  sendPage(
    deps,
    res,
    about.status,
    setupPage(form, { ...about, name: deps.brand.name, token, sendsMail: deps.mailService === 'smtp' }),
  );
}
