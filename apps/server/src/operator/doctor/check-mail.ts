import type { SmtpSettings } from '../../config/smtp-settings.ts';
import { verifySmtp } from '../../people/mail/smtp.ts';
import { readSmtpFailure } from '../../people/mail/smtp-failure.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** Checks connection and login of the mail server. Sends no mail. */
export async function checkMail(smtp: SmtpSettings | null): Promise<Finding> {
  if (smtp === null)
    return warning(
      'mail',
      'SMTP_URL is not set: nobody gets a link to sign in by mail, and invitations show a link to hand over.',
      'Set SMTP_URL to the address of a mail server.',
    );
  const place = `${smtp.host}:${smtp.port}`;
  try {
    await verifySmtp(smtp);
    return ok('mail', `The mail server ${place} can be used.`);
  } catch (error) {
    return problem(
      'mail',
      `The mail server ${place} cannot be used (${readSmtpFailure(error).reason}).`,
      'Check host, port, user and password of SMTP_URL, and whether this machine may reach the port.',
    );
  }
}
