import { timingSafeEqual } from 'node:crypto';
import { Router } from 'express';
import { handled } from '../../http/handled.ts';
import { sendPage } from '../../http/html-page.ts';
import { hashToken } from '../../http/token.ts';
import { answerFinished, pressed, sendInvalidLink } from './answer-sign-in.ts';
import { browserOf, openForm } from './browser-form.ts';
import { finishSignIn } from './finish-sign-in.ts';
import type { SignInDeps } from './sign-in.routes.ts';
import { hashCode, makeCode, showCode } from './sign-in-code.ts';
import { codePage, otherBrowserPage, pressPage } from './sign-in-pages.ts';
import { findOpenSignIns, putCode, type SignInRow } from './sign-ins.table.ts';

/** Link of a mail. Opening it changes nothing, because mail scanners open links too. */
export function linkRoutes(deps: SignInDeps): Router {
  const router = Router();

  router.get(
    '/sign-in/link/:token',
    handled(async (req, res) => {
      const token = req.params.token as string;
      const signIns = await findOpenSignIns(deps.db, hashToken(token));
      const [first] = signIns;
      if (!first) return sendInvalidLink(deps, res);
      const { browser, form } = openForm(deps, req, res);
      const own = ownOf(signIns, browser);
      sendPage(
        deps,
        res,
        200,
        own ? pressPage(form, token, own) : otherBrowserPage(form, token, { ...first, others: signIns.length - 1 }),
      );
    }),
  );

  router.post(
    '/sign-in/link/:token',
    pressed(deps, async (req, res, browser) => {
      const signIns = await findOpenSignIns(deps.db, hashToken(req.params.token as string));
      const [first] = signIns;
      if (!first) return sendInvalidLink(deps, res);
      const own = ownOf(signIns, browser);
      if (own) {
        const finished = await finishSignIn(deps, { id: own.id, browser }, browserOf(deps, req));
        return answerFinished(deps, res, finished);
      }
      const code = makeCode(deps.ids);
      await putCode(deps.db, first.mailId, hashCode(first.mailId, code));
      sendPage(deps, res, 200, codePage(showCode(code), { ...first, others: signIns.length - 1 }));
    }),
  );
  return router;
}

/** Finds the sign-in of this browser. An operator's link belongs to every browser. */
const ownOf = (signIns: readonly SignInRow[], browser: string): SignInRow | undefined =>
  signIns.find(({ browserSha256 }) => browserSha256 === null || timingSafeEqual(browserSha256, hashToken(browser)));
