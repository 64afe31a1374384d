import { type Request, type Response, Router } from 'express';
import { type ReadSessionDeps, readSession } from '../../callers/sessions/read-session.ts';
import { readMailAddress } from '../../config/mail-address.ts';
import { handled } from '../../http/handled.ts';
import { sendPage } from '../../http/html-page.ts';
import { readNextPath } from '../../http/next-path.ts';
import { hashToken } from '../../http/token.ts';
import { findMailState } from '../mail/mails.table.ts';
import { answerFinished, pressed, redirectTo, sendTooMany } from './answer-sign-in.ts';
import { browserOf, fieldOf, openForm } from './browser-form.ts';
import { type FinishSignInDeps, finishSignIn } from './finish-sign-in.ts';
import { RESEND_SECONDS } from './link-lifetime.ts';
import { isCode, readCode } from './sign-in-code.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { checkPage, emailPage, type MailService } from './sign-in-pages.ts';
import { CODE_TRIES, findLastSignInOf, type SignInRow, takeCodeTry } from './sign-ins.table.ts';
import { type SignInRequest, type StartSignInDeps, shareMail, startSignIn } from './start-sign-in.ts';

export type SignInDeps = StartSignInDeps &
  FinishSignInDeps &
  ReadSessionDeps & {
    readonly signInLimits: SignInLimits;
    readonly mailService: MailService;
  };

/** Interval at which the check page reloads. */
const LOOK_AGAIN_SECONDS = 5;

/** Form for an address, and page that waits for the link or its code. */
export function signInRoutes(deps: SignInDeps): Router {
  const router = Router();

  router.get(
    '/sign-in',
    handled(async (req, res) => {
      const next = readNextPath(req.query.next);
      if (await readSession(deps, req)) return redirectTo(deps, res, next ?? '/');
      sendEmailPage(deps, req, res, { status: 200, email: '', next, problem: null });
    }),
  );

  router.post(
    '/sign-in',
    pressed(deps, async (req, res, browser) => {
      const next = readNextPath(fieldOf(req, 'next'));
      const email = readMailAddress(fieldOf(req, 'email'));
      if (email === null) {
        const problem = 'This is not an e-mail address. Check it for a typing error.';
        return sendEmailPage(deps, req, res, { status: 400, email: fieldOf(req, 'email'), next, problem });
      }
      await askForMail(deps, req, res, { email, browser, next });
    }),
  );

  router.get(
    '/sign-in/check',
    handled(async (req, res) => {
      const { browser } = openForm(deps, req, res);
      const waiting = await findLastSignInOf(deps.db, hashToken(browser));
      if (await readSession(deps, req)) return redirectTo(deps, res, waiting?.next ?? '/');
      if (!waiting) return redirectTo(deps, res, '/sign-in');
      await sendCheckPage(deps, req, res, { status: 200, waiting, problem: null });
    }),
  );

  router.post(
    '/sign-in/check',
    pressed(deps, async (req, res, browser) => {
      const waiting = await findLastSignInOf(deps.db, hashToken(browser));
      if (!waiting) return redirectTo(deps, res, '/sign-in');
      const code = readCode(fieldOf(req, 'code'));
      const problem = code === null ? 'A code has eight digits.' : await enterCode(deps, req, res, { browser, code });
      if (problem !== null) await sendCheckPage(deps, req, res, { status: 400, waiting, problem });
    }),
  );

  router.post(
    '/sign-in/resend',
    pressed(deps, async (req, res, browser) => {
      const waiting = await findLastSignInOf(deps.db, hashToken(browser));
      if (!waiting) return redirectTo(deps, res, '/sign-in');
      if (resendIn(waiting) > 0) {
        res.set('Retry-After', String(resendIn(waiting)));
        return sendCheckPage(deps, req, res, { status: 429, waiting, problem: null });
      }
      const { email, next, setupTokenSha256, invitationId } = waiting;
      await askForMail(deps, req, res, { email, browser, next, setupTokenSha256, invitationId });
    }),
  );
  return router;
}

/** Sends the mail of a sign-in. An address with enough mails keeps the newest one. */
export async function askForMail(
  deps: SignInDeps,
  req: Request,
  res: Response,
  request: Omit<SignInRequest, 'userAgent'>,
): Promise<void> {
  const { signInLimits } = deps;
  const client = req.ip ?? '';
  const clientWait = await signInLimits.takeClient(client);
  if (clientWait > 0) return sendTooMany(deps, res, clientWait);
  const asked = { ...request, userAgent: browserOf(deps, req).userAgent };
  const mailWait = await signInLimits.takeMail(request.email, client);
  if (mailWait === 0) await startSignIn(deps, asked);
  else if (!(await shareMail(deps, asked))) return sendTooMany(deps, res, mailWait);
  redirectTo(deps, res, '/sign-in/check');
}

/** Signs in with a code from another browser. Returns what is wrong with it. */
async function enterCode(
  deps: SignInDeps,
  req: Request,
  res: Response,
  { browser, code }: { readonly browser: string; readonly code: string },
): Promise<string | null> {
  const tries = await takeCodeTry(deps.db, hashToken(browser));
  const right = tries.filter(({ mailId, codeSha256 }) => isCode(mailId, code, codeSha256))[0];
  if (right) {
    answerFinished(deps, res, await finishSignIn(deps, { id: right.id, browser }, browserOf(deps, req)));
    return null;
  }
  if (tries.length === 0)
    return `This sign-in takes no code: none was shown yet, or ${CODE_TRIES} were wrong. Open the link in the mail, or ask for another mail.`;
  const left = Math.max(...tries.map(({ triesLeft }) => triesLeft));
  return left === 0
    ? 'This code is wrong, and it was the last try. Ask for another mail.'
    : `This code is wrong. You have ${left} ${left === 1 ? 'try' : 'tries'} left.`;
}

function sendEmailPage(
  deps: SignInDeps,
  req: Request,
  res: Response,
  about: {
    readonly status: number;
    readonly email: string;
    readonly next: string | null;
    readonly problem: string | null;
  },
): void {
  const { form } = openForm(deps, req, res);
  sendPage(deps, res, about.status, emailPage(form, { ...about, mail: deps.mailService }));
}

type Waiting = SignInRow & { readonly ageSeconds: number };

const resendIn = ({ ageSeconds }: Waiting): number => Math.max(0, Math.ceil(RESEND_SECONDS - ageSeconds));

async function sendCheckPage(
  deps: SignInDeps,
  req: Request,
  res: Response,
  { status, waiting, problem }: { readonly status: number; readonly waiting: Waiting; readonly problem: string | null },
): Promise<void> {
  const { form } = openForm(deps, req, res);
  const state = await findMailState(deps.db, waiting.mailId);
  if (deps.mailService === 'smtp' && req.method === 'GET' && (state === 'waiting' || state === 'failing'))
    res.set('Refresh', String(LOOK_AGAIN_SECONDS));
  const page = checkPage(form, {
    ...{ email: waiting.email, endsAt: waiting.expiresAt, mail: deps.mailService, state, problem },
    resendInSeconds: resendIn(waiting),
    isShared: waiting.mailId !== waiting.id,
  });
  sendPage(deps, res, status, page);
}
