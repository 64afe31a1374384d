import { type ErrorRequestHandler, Router } from 'express';
import { sendBrokenPage } from '../../http/send-broken-page.ts';
import { sendMessage } from './answer-sign-in.ts';
import { invitationsRoutes } from './invitations.routes.ts';
import { linkRoutes } from './link.routes.ts';
import { setUpRoutes } from './set-up.routes.ts';
import { type SignInDeps, signInRoutes } from './sign-in.routes.ts';
import { brokenSignInPage } from './sign-in-pages.ts';
import { signOutRoutes } from './sign-out.routes.ts';

/** All pages of sign-in, rendered here and complete without a script. */
export function allSignInRoutes(deps: SignInDeps): Router {
  const router = Router();
  router.use(signInRoutes(deps), linkRoutes(deps), setUpRoutes(deps), invitationsRoutes(deps), signOutRoutes(deps));

  const unexpected: ErrorRequestHandler = (err: unknown, _req, res, next) => {
    if (res.headersSent) return next(err);
    if (isClientError(err)) {
      const text = 'What was sent is too long or incomplete. Nothing happened.';
      return sendMessage(deps, res, 400, { title: 'This cannot be read', text });
    }
    sendBrokenPage(deps, res, err, ({ requestId }) => brokenSignInPage(requestId));
  };
  router.use(unexpected);
  return router;
}

/** Recognises mistakes of the client, which Express marks with a status from 400 to 499. */
function isClientError(err: unknown): boolean {
  return err instanceof Error && 'status' in err && Number(err.status) >= 400 && Number(err.status) < 500;
}
