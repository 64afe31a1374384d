import { escapeHtml, type HtmlPage } from '@fanfare/rules';
import type { InvitationRow } from '../members/invitations.table.ts';
import { emailField, type Form, formOf } from './sign-in-pages.ts';

const referrerPolicy = 'same-origin';

/** The first page of an installation. */
export const setupPage = (
  form: Form,
  about: {
    /** Of the installation. */
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
    /** Whether the invited address has to show first that it is the one of this browser. */
    readonly needsMail: boolean;
    /** Who is signed in here as somebody else. */
    readonly signedInAs: string | null;
  },
): HtmlPage => {
  const { invitation } = about;
  const name = escapeHtml(invitation.workspaceName);
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
    body: `<h1>Join ${name}?</h1>
<dl><div><dt>Invited by</dt><dd>${escapeHtml(invitation.invitedBy)}</dd></div><div><dt>For</dt><dd>${escapeHtml(invitation.email)}</dd></div><div><dt>As</dt><dd>${invitation.role}</dd></div></dl>${other}${step}
${formOf(form, `/invitations/${about.token}`, `<button type="submit">${about.needsMail ? 'Send the link' : 'Accept'}</button>`)}`,
  };
};
