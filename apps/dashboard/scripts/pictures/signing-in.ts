import { createHash, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { MailServer } from '../../test/mail-server.ts';
import type { Dashboard } from '../../test/open-dashboard.ts';
import { press, pressInDialog } from '../../test/press.ts';
import { runSql } from '../../test/sign-in.ts';
import type { Camera } from './camera.ts';

/** From the set-up link to the sign-out, with the mails between them. The service has no user yet. */
export async function takeSigningIn({ take }: Camera, dashboard: Dashboard, mails: MailServer): Promise<void> {
  const { service } = dashboard;
  const token = randomBytes(32).toString('base64url');
  await runSql(
    service.databaseUrl,
    `update instance set setup_token_sha256 = $1, setup_token_expires_at = now() + interval '1 hour'`,
    [createHash('sha256').update(token).digest()],
  );
  const ofOwner = await dashboard.newGuest();
  await ofOwner.goto(`/setup/${token}`);
  await take(ofOwner, 'set-up');
  await ask(ofOwner, 'ada@example.com');
  await ofOwner.goto((await mails.mailTo('ada@example.com')).link);
  await press(ofOwner, 'Sign in');
  await ofOwner.getByText('Goes out next').waitFor();

  await ofOwner.goto('/settings/members');
  await press(ofOwner, 'Invite member');
  await ofOwner.getByLabel('E-mail').fill('linus@example.com');
  await pressInDialog(ofOwner, 'Send invitation');
  const invitation = await mails.mailTo('linus@example.com');
  const reader = await dashboard.newGuest();
  await showMail(reader, invitation.html);
  await take(reader, 'mail-of-an-invitation');
  await ofOwner.goto(invitation.link);
  await take(ofOwner, 'invitation-while-signed-in');
  const invited = await dashboard.newGuest();
  await invited.goto(invitation.link);
  await take(invited, 'invitation');
  await invited.goto('/invitations/unknown');
  await take(invited, 'link-not-valid');

  await invited.goto('/sign-in');
  await ask(invited, 'linus@example.com');
  while ((await mails.mailTo('linus@example.com')).link === invitation.link) await invited.reload();
  await invited.goto((await mails.mailTo('linus@example.com')).link);
  await press(invited, 'Sign in');
  await invited.getByRole('heading', { name: 'You are invited' }).waitFor();
  await take(invited, 'invitations');
  await invited.getByRole('link', { name: 'Decide later' }).click();
  await invited.getByText('You are invited to another workspace.').waitFor();
  await take(invited, 'invitations-wait');

  const guest = await dashboard.newGuest();
  await guest.goto('/sign-in');
  await take(guest, 'sign-in');
  await ask(guest, 'grace@example.com');
  const mail = await mails.mailTo('grace@example.com');
  await guest.reload();
  await take(guest, 'sign-in-check');
  await guest.getByLabel('Code').fill('000 000');
  await press(guest, 'Sign in');
  await guest.getByRole('alert').waitFor();
  await take(guest, 'sign-in-wrong-code');
  await showMail(reader, mail.html);
  await take(reader, 'mail-to-sign-in');
  await guest.goto(mail.link);
  await take(guest, 'sign-in-press');
  const other = await dashboard.newGuest();
  await other.goto(mail.link);
  await take(other, 'sign-in-other-browser');
  await press(other, 'Show the code');
  await take(other, 'sign-in-code');

  await ofOwner.goto('/sign-out');
  await take(ofOwner, 'sign-out');
  await press(ofOwner, 'Sign out');
  await ofOwner.getByRole('heading', { name: 'Sign in' }).waitFor();
  await take(ofOwner, 'signed-out');

  await mails.stop();
  const late = await dashboard.newGuest();
  await late.goto('/sign-in');
  await ask(late, 'late@example.com');
  const note = late.getByText('could not be sent yet');
  while (!(await note.isVisible())) await late.reload();
  await take(late, 'sign-in-mail-fails');
}

async function ask(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await press(page, 'Send the link');
  await page.getByRole('heading', { name: 'Look in your inbox' }).waitFor();
}

/** As a mail program that knows dark mode shows it; the landmark around a mail is the program's. */
async function showMail(page: Page, html: string): Promise<void> {
  await page.goto('about:blank');
  await page.setContent(html);
  await page.locator('.paper').evaluate((paper) => paper.setAttribute('role', 'main'));
}
