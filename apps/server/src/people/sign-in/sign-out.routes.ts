import { timingSafeEqual } from 'node:crypto';
import { Router } from 'express';
import { type ReadSessionDeps, readSession } from '../../callers/sessions/read-session.ts';
import { csrfTokenOf, sessionCookie } from '../../callers/sessions/session-cookie.ts';
import { endSessionOf } from '../../callers/sessions/sessions.table.ts';
import { basePathOf } from '../../http/base-path.ts';
import { handled } from '../../http/handled.ts';
import { type Brand, sendPage } from '../../http/html-page.ts';
import { clearCookie, readCookie } from '../../http/secret-cookie.ts';
import { sha256 } from '../../http/sha256.ts';
import { hashToken } from '../../http/token.ts';
import { redirectTo, sendNotPressedHere } from './answer-sign-in.ts';
import { fieldOf, isFromOwnPage, readSignInForm } from './browser-form.ts';
import { signOutPage } from './sign-in-pages.ts';

/** Sign-out page. The dashboard posts its form too, with the CSRF token as `form_token`. */
export function signOutRoutes(deps: ReadSessionDeps & { readonly brand: Brand }): Router {
  const router = Router();
  const cookie = sessionCookie(deps.baseUrl);

  router.get(
    '/sign-out',
    handled(async (req, res) => {
      const signedIn = await readSession(deps, req);
      if (!signedIn) return redirectTo(deps, res, '/sign-in');
      const form = { base: basePathOf(deps.baseUrl), formToken: signedIn.csrfToken };
      sendPage(deps, res, 200, signOutPage(form, signedIn.user.email));
    }),
  );

  router.post(
    '/sign-out',
    readSignInForm(),
    handled(async (req, res) => {
      const secret = readCookie(req, cookie);
      if (secret !== null) {
        const isPressed = isFromOwnPage(deps.baseUrl, req) && isSame(csrfTokenOf(secret), fieldOf(req, 'form_token'));
        if (!isPressed) return sendNotPressedHere(deps, res);
        await endSessionOf(deps.db, hashToken(secret));
      }
      clearCookie(res, cookie);
      redirectTo(deps, res, '/sign-in');
    }),
  );
  return router;
}

const isSame = (due: string, sent: string): boolean => timingSafeEqual(sha256(due), sha256(sent));
