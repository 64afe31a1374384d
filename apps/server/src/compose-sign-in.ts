import type { AppDeps } from './app.ts';
import type { Base } from './compose-base.ts';
import type { Brand } from './http/html-page.ts';
import type { JobLoop } from './jobs/job-loop.ts';
import { startMails } from './mail/send-due-mails.ts';
import { createSmtp } from './mail/smtp.ts';
import { senderOf } from './mail/smtp-settings.ts';
import { createInvitationLimits } from './members/invitation-limits.ts';
import { type Invite, invite } from './members/invite.ts';
import { MAIL_LOOK_MS, WEBHOOK_TIMES } from './server-options.ts';
import { openSetup } from './sign-in/open-setup.ts';
import { createSignInLimits } from './sign-in/sign-in-limits.ts';
import { startOwnerMails } from './webhooks/mail-owners.ts';

type Features = Pick<
  AppDeps,
  'signUp' | 'signUpPlan' | 'signInLimits' | 'mailService' | 'showsInbox' | 'wakeMails' | 'countInvitation'
> & {
  readonly invite: Invite;
};

export type SignIn = {
  readonly features: Features;
  readonly mails: Pick<JobLoop, 'stop'>;
  /** A new set-up link; null where somebody has signed in. */
  readonly openSetup: () => Promise<string | null>;
};

/** How people come in: sign-in, set-up, invitations, and the mails: of all three, and to owners of webhooks that fail. */
export function composeSignIn(
  base: Base,
  { baseUrl, brand }: { readonly baseUrl: string; readonly brand: Brand },
): SignIn {
  const { config, options, callers: db, upkeep, ids, log, keyRing, metrics } = base;
  const { smtp, mailFrom, signUp, signUpPlan, development } = config;
  const mails = startMails({
    ...{ db: upkeep, keyRing, log },
    send: smtp && createSmtp(smtp, senderOf(mailFrom, { baseUrl, name: brand.name }), brand.mailLogo),
    observe: metrics,
    lookEveryMs: options.mailLookMs ?? MAIL_LOOK_MS,
    onWaiting: development
      ? () => undefined
      : () => log.warn({}, 'a mail was not sent, because SMTP_URL is not set; it waits until it is useless'),
  });
  const { wake: wakeMails } = mails;
  const ownerMails = startOwnerMails({
    ...{ db: upkeep, ids, keyRing, log, baseUrl, brand, wakeMails },
    lookEveryMs: options.webhookTimes?.mailLookMs ?? WEBHOOK_TIMES.mailLookMs,
  });
  const { countInvitation, mayMail } = createInvitationLimits({ db, rateLimiter: base.rateLimiter });
  return {
    features: {
      ...{ signUp, signUpPlan, wakeMails, countInvitation },
      signInLimits: createSignInLimits({ db }),
      mailService: smtp ? 'smtp' : development ? 'inbox' : 'none',
      showsInbox: development && smtp === null,
      invite: (invitation) =>
        invite({ db, ids, keyRing, baseUrl, brand, sendsMail: smtp !== null, mayMail, wakeMails }, invitation),
    },
    mails: {
      async stop() {
        await ownerMails.stop();
        await mails.stop();
      },
    },
    openSetup: () => openSetup({ db: upkeep, ids, baseUrl }),
  };
}
