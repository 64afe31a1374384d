import type { Brand } from '../../http/html-page.ts';
import { composeMail } from '../mail/compose-mail.ts';
import type { MailContent } from '../mail/sealed-mail.ts';
import { browserName } from './browser-name.ts';
import { timeOfDay } from './time-of-day.ts';

export type SignInMail = {
  readonly email: string;
  readonly baseUrl: string;
  readonly brand: Brand;
  readonly userAgent: string;
  readonly endsAt: Date;
};

const hostOf = ({ baseUrl }: SignInMail): string => new URL(baseUrl).host;

const askedFrom = (mail: SignInMail): readonly (readonly [string, string])[] => [
  ['For', mail.email],
  ['Asked from', browserName(mail.userAgent)],
];

export const linkMail = (mail: SignInMail, url: string): MailContent =>
  composeMail(mail.brand, {
    subject: `Sign in to ${mail.brand.name} at ${hostOf(mail)}`,
    heading: `Sign in to ${mail.brand.name}`,
    paragraphs: [
      'Open this link in the browser in which you asked for it. In another browser it shows a code to type.',
    ],
    action: { label: 'Sign in', url },
    facts: [...askedFrom(mail), ['Ends', `at ${timeOfDay(mail.endsAt)}, or once it is used`]],
    closing: 'If you did not ask for this, ignore this mail. Nobody is signed in without the link.',
  });

/** Mail to an address that may not sign up. The requester sees no difference. */
export const notInvitedMail = (mail: SignInMail): MailContent =>
  composeMail(mail.brand, {
    subject: `Sign in to ${mail.brand.name} at ${hostOf(mail)}`,
    heading: 'This address has no account',
    paragraphs: [
      `Somebody asked to sign in at ${hostOf(mail)} with this address. Sign-up there is by invitation: ask a member of your workspace, or who runs the installation, to invite you.`,
    ],
    action: null,
    facts: askedFrom(mail),
    closing: 'If you did not ask for this, ignore this mail.',
  });
