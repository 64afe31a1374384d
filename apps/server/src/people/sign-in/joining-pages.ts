import { escapeHtml, type HtmlPage } from '@fanfare/rules';
import { toPublicId } from '../../process/ids.ts';
import type { InvitationRow } from '../members/invitations.table.ts';
import { emailField, type Form, formOf, hidden } from './sign-in-pages.ts';

/** Value of `answer` of the second button. */
export const DECLINE = 'decline';

const referrerPolicy = 'same-origin';

export const setupPage = (
  form: Form,
  about: {
    readonly name: string;
    readonly token: string;
    readonly email: string;
    readonly problem: string | null;
    readonly sendsMail: boolean;
  },
): HtmlPage => ({
  title: `Set up ${about.name}`,
  referrerPolicy,
  body: `<h1>Set up ${escapeHtml(about.name)}</h1>${about.problem === null ? '' : `<p class="notice" role="alert">${escapeHtml(about.problem)}</p>`}
<p>You are the first. Your address becomes the owner of this installation’s workspace, and you invite the others.${about.sendsMail ? ' We send you a link to sign in.' : ''}</p>
${formOf(form, `/setup/${about.token}`, `${emailField(about.email)}<button type="submit">${about.sendsMail ? 'Send the link' : 'Sign in'}</button>`)}`,
});

export const invitationPage = (
  form: Form,
  about: {
    readonly token: string;
    readonly invitation: InvitationRow;
    /** Whether a mail must prove the address first. */
    readonly needsMail: boolean;
    /** Address of another user signed in here; null for none. */
    readonly signedInAs: string | null;
  },
): HtmlPage => {
  const { invitation } = about;
  const other =
    about.signedInAs === null
      ? ''
      : `<p>You are signed in as <strong>${escapeHtml(about.signedInAs)}</strong>. The invitation is for another address, so that session ends here.</p>`;
  const step = about.needsMail
    ? `<p>This address has an account. We send it a link to sign in, which also accepts the invitation.</p>`
    : '';
  return {
    title: `Join ${invitation.workspaceName}`,
    referrerPolicy,
    body: `<h1>Join ${escapeHtml(invitation.workspaceName)}?</h1>
${invitedBy(invitation)}${other}${step}
${formOf(form, `/invitations/${about.token}`, answerButtons(about.needsMail ? 'Send the link' : 'Accept'))}`,
  };
};

export const invitationsPage = (
  form: Form,
  about: {
    readonly email: string;
    readonly invitations: readonly InvitationRow[];
    readonly next: string;
  },
): HtmlPage => {
  const { invitations, next } = about;
  const shown = invitations.map(
    (invitation) => `<h2>Join ${escapeHtml(invitation.workspaceName)}?</h2>
${invitedBy(invitation)}
${formOf(form, '/invitations', `${hidden('invitation', toPublicId('inv', invitation.id))}${hidden('next', next)}${answerButtons('Accept')}`)}`,
  );
  return {
    title: 'Invitations',
    referrerPolicy,
    body: `<h1>${invitations.length === 1 ? 'You are invited' : `You have ${invitations.length} invitations`}</h1>
<p>You are signed in as <strong>${escapeHtml(about.email)}</strong>. Accept an invitation only if you expect it: all members of a workspace see what you do there.</p>
${shown.join('\n')}
<p class="small"><a href="${escapeHtml(form.base + next)}">Decide later</a></p>`,
  };
};

const invitedBy = ({ invitedBy, email, role }: InvitationRow): string =>
  `<dl><div><dt>Invited by</dt><dd>${escapeHtml(invitedBy)}</dd></div><div><dt>For</dt><dd>${escapeHtml(email)}</dd></div><div><dt>As</dt><dd>${role}</dd></div></dl>`;

const answerButtons = (accept: string): string =>
  `<button type="submit">${accept}</button><button class="plain" type="submit" name="answer" value="${DECLINE}">Decline</button>`;
