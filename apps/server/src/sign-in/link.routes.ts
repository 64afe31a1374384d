import { timingSafeEqual } from 'node:crypto';
import { Router } from 'express';
import { ownPath } from '../http/base-path.ts';
import { sendPage } from '../http/html-page.ts';
import { sha256 } from '../http/sha256.ts';
import { answerFinished, handled, sendInvalidLink, sendNotPressedHere } from './answer-sign-in.ts';
import { browserOf, openForm, pressedIn, readSignInForm } from './browser-form.ts';
import { finishSignIn } from './finish-sign-in.ts';
import type { SignInDeps } from './sign-in.routes.ts';
import { hashCode, makeCode, showCode } from './sign-in-code.ts';
import { codePage, otherBrowserPage, pressPage } from './sign-in-pages.ts';
import { findOpenSignIn, putCode, type SignInRow } from './sign-ins.table.ts';

/** The link of a mail. Opening it changes nothing, because scanners of mail open links too. */
export function linkRoutes(deps: SignInDeps): Router {
  const router = Router();

  router.get(
    '/sign-in/link/:token',
    handled(async (req, res) => {
      const token = req.params.token as string;
      const signIn = await findOpenSignIn(deps.db, sha256(token));
      if (!signIn) return sendInvalidLink(deps, res);
      const { browser, formToken } = openForm(deps, req, res);
      const form = { base: ownPath(deps.baseUrl, ''), formToken };
      sendPage(deps, res, 200, (isOf(signIn, browser) ? pressPage : otherBrowserPage)(form, token, signIn));
    }),
  );

  router.post(
    '/sign-in/link/:token',
    readSignInForm(),
    handled(async (req, res) => {
      const browser = pressedIn(deps, req);
      if (browser === null) return sendNotPressedHere(deps, res);
      const signIn = await findOpenSignIn(deps.db, sha256(req.params.token as string));
      if (!signIn) return sendInvalidLink(deps, res);
      if (isOf(signIn, browser)) {
        const finished = await finishSignIn(deps, { id: signIn.id, browser }, browserOf(deps, req));
        return answerFinished(deps, res, finished);
      }
      const code = makeCode(deps.ids);
      await putCode(deps.db, signIn.id, hashCode(signIn.id, code));
      sendPage(deps, res, 200, codePage(showCode(code), signIn));
    }),
  );
  return router;
}

/** Whether this browser asked for the sign-in. An operator's link belongs to every browser. */
const isOf = ({ browserSha256 }: SignInRow, browser: string): boolean =>
  browserSha256 === null || timingSafeEqual(browserSha256, sha256(browser));
