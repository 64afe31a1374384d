import type { AppDeps } from '../api/app.ts';
import { senderOf } from '../config/smtp-settings.ts';
import { mailOwners } from '../events/webhooks/mail-owners.ts';
import type { Brand } from '../http/html-page.ts';
import type { JobRuns } from '../jobs/job-list.ts';
import { sendDueMails } from '../people/mail/send-due-mails.ts';
import { createSmtp } from '../people/mail/smtp.ts';
import { createInvitationLimits } from '../people/members/invitation-limits.ts';
import { type Invite, invite } from '../people/members/invite.ts';
import { openSetup } from '../people/sign-in/open-setup.ts';
import { createSignInLimits } from '../people/sign-in/sign-in-limits.ts';
import type { Base } from './compose-base.ts';

type Features = Pick<
  AppDeps,
  'signUp' | 'signUpPlan' | 'signInLimits' | 'mailService' | 'showsInbox' | 'wakeMails' | 'countInvitation'
> & {
  readonly invite: Invite;
};

export type SignIn = {
  readonly features: Features;
  readonly jobs: Pick<JobRuns, 'send-mails' | 'mail-owners'>;
  /** A new set-up link; null where somebody has signed in. */
  readonly openSetup: () => Promise<string | null>;
};

/** How people come in: sign-in, set-up, invitations, and the mails: of all three, and to owners of webhooks that fail. */
export function composeSignIn(
  base: Base,
  deps: { readonly baseUrl: string; readonly brand: Brand; readonly wakeMails: () => void },
): SignIn {
  const { baseUrl, brand } = deps;
  const { config, callers: db, upkeep, ids, log, keyRing, metrics } = base;
  const { smtp, mailFrom, signUp, signUpPlan, development } = config;
  const send = smtp && createSmtp(smtp, senderOf(mailFrom, { baseUrl, name: brand.name }), brand.mailLogo);
  const wakeMails = (): void => {
    if (send) deps.wakeMails();
    else if (!development)
      log.warn({}, 'a mail was not sent, because SMTP_URL is not set; it waits until it is useless');
  };
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
    jobs: {
      'send-mails': async (stopping) =>
        send ? sendDueMails({ db: upkeep, keyRing, log, send, observe: metrics }, stopping) : undefined,
      'mail-owners': (stopping) => mailOwners({ db: upkeep, ids, keyRing, baseUrl, brand, wakeMails }, stopping),
    },
    openSetup: () => openSetup({ db: upkeep, ids, baseUrl }),
  };
}
