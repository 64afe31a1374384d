import { escapeHtml, type HtmlPage } from '@fanfare/rules';
import type { MailState } from '../mail/mails.table.ts';
import { browserName } from './browser-name.ts';
import { LINK_MINUTES } from './link-lifetime.ts';
import { timeOfDay } from './time-of-day.ts';

export type Form = {
  /** Base path of the service, without a trailing slash. */
  readonly base: string;
  readonly formToken: string;
};

export type MailService = 'smtp' | 'inbox' | 'none';

const page = (title: string, body: string): HtmlPage => ({
  title,
  // `no-referrer` would make browsers send `Origin: null`, which names no origin.
  referrerPolicy: 'same-origin',
  body,
});

export const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

export const formOf = ({ base, formToken }: Form, path: string, fields: string): string =>
  `<form method="post" action="${escapeHtml(base + path)}">${hidden('form_token', formToken)}${fields}</form>`;

const notice = (text: string | null): string =>
  text === null ? '' : `<p class="notice" role="alert">${escapeHtml(text)}</p>`;

/** Characters of a wrong entry that are shown again. */
const MAX_SHOWN = 300;

export const emailField = (value: string): string =>
  `<label for="email">E-mail address</label><input id="email" name="email" type="email" autocomplete="email" maxlength="254" required autofocus value="${escapeHtml(value.slice(0, MAX_SHOWN))}">`;

const NO_MAIL =
  'This installation cannot send mail. Whoever runs it can set SMTP_URL, or make you a link with the command “fanfare members sign-in-link”.';

export const emailPage = (
  form: Form,
  about: {
    readonly email: string;
    readonly next: string | null;
    readonly problem: string | null;
    readonly mail: MailService;
  },
): HtmlPage =>
  page(
    'Sign in',
    `<h1>Sign in</h1>${notice(about.problem)}${about.mail === 'none' ? notice(NO_MAIL) : ''}
<p>We send you a link. It works once, within ${LINK_MINUTES} minutes.</p>
${formOf(form, '/sign-in', `${about.next === null ? '' : hidden('next', about.next)}${emailField(about.email)}<button type="submit">Send the link</button>`)}`,
  );

const MAIL_NOTES: Record<MailState, string | null> = {
  waiting: 'The mail is on its way.',
  sent: null,
  failing: 'The mail could not be sent yet. We keep trying, so leave this page open or come back in a few minutes.',
  given_up: 'The mail could not be sent to this address. Check it for a typing error and start again.',
};

export const checkPage = (
  form: Form,
  about: {
    readonly email: string;
    readonly endsAt: Date;
    readonly mail: MailService;
    readonly state: MailState | null;
    readonly problem: string | null;
    /** Seconds until another mail may be requested. */
    readonly resendInSeconds: number;
    /** True when the address has got enough mails, so that this browser uses an earlier one. */
    readonly isShared: boolean;
  },
): HtmlPage => {
  const state = about.mail === 'smtp' && about.state ? MAIL_NOTES[about.state] : null;
  const isLate = about.state === 'failing' || about.state === 'given_up';
  const inbox = `<p>This server is in development and keeps its mails: <a href="${escapeHtml(form.base)}/dev/inbox">open the inbox</a>.</p>`;
  return page(
    'Look in your inbox',
    `<h1>Look in your inbox</h1>${notice(about.problem)}${about.mail === 'none' ? notice(NO_MAIL) : ''}${state === null ? '' : `<p${isLate ? ' class="notice"' : ''} role="status">${state}</p>`}${about.mail === 'inbox' ? inbox : ''}
${about.isShared ? notice('Several mails were sent to this address in the last minutes, so no other one was. Use the newest: its link and its code work in this browser too.') : ''}<p>The link for <strong>${escapeHtml(about.email)}</strong> works until ${timeOfDay(about.endsAt)}. Open it in this browser and press the button there.</p>
<p>If you open it on another device, it shows a code. Type the code here:</p>
${formOf(form, '/sign-in/check', '<label for="code">Code</label><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required><button type="submit">Sign in</button>')}
${formOf(form, '/sign-in/resend', `<button class="plain" type="submit">Send another mail</button>${about.resendInSeconds > 0 ? `<p class="small">Possible in ${about.resendInSeconds} seconds. Look in your spam folder first.</p>` : ''}`)}
<p class="small"><a href="${escapeHtml(form.base)}/sign-in">Use another address</a></p>`,
  );
};

type Asked = {
  readonly email: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Other browsers that requested this mail. */
  readonly others: number;
};

const askedBy = (asked: Asked): string =>
  `<dl><div><dt>For</dt><dd>${escapeHtml(asked.email)}</dd></div><div><dt>Asked from</dt><dd>${escapeHtml(browserName(asked.userAgent))}${asked.others === 0 ? '' : `, and ${asked.others === 1 ? 'another browser' : `${asked.others} other browsers`}`}</dd></div><div><dt>Asked at</dt><dd>${timeOfDay(asked.createdAt)}</dd></div><div><dt>Ends at</dt><dd>${timeOfDay(asked.expiresAt)}</dd></div></dl>`;

/** Page in the browser of the sign-in. */
export const pressPage = (form: Form, token: string, asked: Pick<Asked, 'email'>): HtmlPage =>
  page(
    'Sign in',
    `<h1>Sign in as ${escapeHtml(asked.email)}?</h1>${formOf(form, `/sign-in/link/${token}`, '<button type="submit">Sign in</button>')}`,
  );

/** Page in any other browser. */
export const otherBrowserPage = (form: Form, token: string, asked: Asked): HtmlPage =>
  page(
    'Sign in in another browser',
    `<h1>This sign-in was started in another browser</h1>
<p>If it was you, show the code and type it there. If it was not you, close this page: without the code nobody is signed in.</p>
${askedBy(asked)}${formOf(form, `/sign-in/link/${token}`, '<button type="submit">Show the code</button>')}`,
  );

export const codePage = (shown: string, asked: Asked): HtmlPage =>
  page(
    'Your code',
    `<h1>Type this code where you started</h1><p class="code" aria-label="Code">${shown}</p>
<p>Never give it to another person, and type it only on the page that you opened yourself. Whoever has it is signed in as you.</p>${askedBy(asked)}`,
  );

export const signOutPage = (form: Form, email: string): HtmlPage =>
  page(
    'Sign out',
    `<h1>Sign out?</h1><p>You are signed in as <strong>${escapeHtml(email)}</strong>.</p>${formOf(form, '/sign-out', '<button type="submit">Sign out</button>')}`,
  );

export type Message = {
  readonly title: string;
  readonly text: string;
  readonly link?: readonly [path: string, label: string];
};

export const messagePage = (base: string, about: Message): HtmlPage => {
  const [path, label] = about.link ?? ['/sign-in', 'Start again'];
  return page(
    about.title,
    `<h1>${escapeHtml(about.title)}</h1><p>${escapeHtml(about.text)}</p><p><a href="${escapeHtml(base + path)}">${escapeHtml(label)}</a></p>`,
  );
};

export const brokenSignInPage = (requestId: string): HtmlPage =>
  page(
    'Something went wrong',
    `<h1>Something went wrong on our side</h1><p>Try again in a minute.</p><p class="small">Request: <code>${escapeHtml(requestId)}</code></p>`,
  );
