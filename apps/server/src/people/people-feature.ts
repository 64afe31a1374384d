import type { PlanName } from '@fanfare/rules';
import type { RateLimiter } from '../callers/rate-limiter.ts';
import type { SignUpPolicy } from '../config/sign-up-policy.ts';
import { type SenderSetting, type SmtpSettings, senderOf } from '../config/smtp-settings.ts';
import type { CallersPool, UpkeepPool } from '../db/database.ts';
import type { Brand } from '../http/html-page.ts';
import type { Ids } from '../process/ids.ts';
import type { KeyRing } from '../process/key-ring.ts';
import type { Logger } from '../process/log/log.ts';
import { inboxRoutes } from './mail/inbox.routes.ts';
import { purgeMails } from './mail/mails.table.ts';
import { type SendDueMailsDeps, sendDueMails } from './mail/send-due-mails.ts';
import { createSmtp } from './mail/smtp.ts';
import { createInvitationLimits } from './members/invitation-limits.ts';
import { purgeInvitations } from './members/invitations.table.ts';
import { type Invitation, invite } from './members/invite.ts';
import { allSignInRoutes } from './sign-in/all-sign-in.routes.ts';
import { openSetup } from './sign-in/open-setup.ts';
import { createSignInLimits } from './sign-in/sign-in-limits.ts';
import { purgeSignIns } from './sign-in/sign-ins.table.ts';

export type PeopleDeps = {
  readonly db: CallersPool;
  readonly upkeep: UpkeepPool;
  readonly ids: Ids;
  readonly log: Logger;
  readonly now: () => Date;
  readonly keyRing: KeyRing;
  readonly rateLimiter: RateLimiter;
  readonly baseUrl: string;
  readonly brand: Brand;
  readonly development: boolean;
  readonly signUp: SignUpPolicy;
  readonly signUpPlan: PlanName;
  /** Null without a mail server. */
  readonly smtp: SmtpSettings | null;
  readonly mailFrom: SenderSetting | null;
  readonly observe: SendDueMailsDeps['observe'];
  readonly wakeMailJob: () => void;
};

/** Sign-in, set-up, invitations, and their mails. */
export function peopleFeature({ db, upkeep, ...deps }: PeopleDeps) {
  const { baseUrl, brand, log, development, smtp } = deps;
  const sendsMail = smtp !== null;
  const send = smtp && createSmtp(smtp, senderOf(deps.mailFrom, { baseUrl, name: brand.name }), brand.mailLogo);
  const wakeMails = (): void => {
    if (send) deps.wakeMailJob();
    else if (!development)
      log.warn({}, 'a mail was not sent, because SMTP_URL is not set; it waits until it is useless');
  };
  const { countInvitation, mayMail } = createInvitationLimits({ db, rateLimiter: deps.rateLimiter });
  return {
    routes: [
      allSignInRoutes({
        ...{ ...deps, db, wakeMails, signInLimits: createSignInLimits({ db }) },
        mailService: sendsMail ? 'smtp' : development ? 'inbox' : 'none',
      }),
      inboxRoutes({ ...deps, db, showsInbox: development && !sendsMail }),
    ],
    jobs: {
      'send-mails': async (stopping: AbortSignal) =>
        send ? sendDueMails({ ...deps, db: upkeep, send }, stopping) : undefined,
      'delete-sign-ins': () => purgeSignIns(upkeep),
      'delete-invitations': () => purgeInvitations(upkeep),
      'delete-mails': () => purgeMails(upkeep),
    },
    wakeMails,
    countInvitation,
    invite: (invitation: Invitation) => invite({ ...deps, db, sendsMail, mayMail, wakeMails }, invitation),
    /** Creates a set-up link and ends the one before; null once somebody has signed in. */
    openSetup: () => openSetup({ ...deps, db: upkeep }),
  };
}
