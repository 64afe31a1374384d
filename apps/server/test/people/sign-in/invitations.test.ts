import { expect, test } from 'vitest';
import { revokeInvitation } from '../../../src/people/members/invitations.table.ts';
import { textOf } from './browser.ts';
import { encryptionKeys, makeWorkspace, workspacesOf } from './inviting.ts';
import { newAddress, useSignIn } from './use-sign-in.ts';

const { server, mails, browser, ask, linkTo } = await useSignIn({
  signUp: { kind: 'invitation' },
  encryptionKeys,
});

test('an invitation lets a new address in with a press, once; its mail is one mail whatever the names in it', async () => {
  const { owner, workspace, send, members } = await makeWorkspace(server);
  const [ada, email] = [browser(), newAddress()];
  expect(await send(email, 'owner')).toEqual({ id: expect.any(String), url: null, isMailed: true });
  const [mail] = await mails.mailsTo(email);
  expect([mail!.envelope.to, mail!.subject, mail!.bcc]).toEqual([
    [email],
    `${owner.email} invites you to Harbour Bcc: eve example com 🎺 <b>Coffee< b> on Fanfare`,
    undefined,
  ]);
  expect(mail!.text).toMatch(/^Join Harbour Bcc: eve example com 🎺/);
  expect(mail!.raw.split(/\r\n\r\n/)[0]).not.toMatch(/^Bcc/im);
  expect(mail!.html).toContain('Harbour Bcc: eve example com 🎺 &#60;b&#62;Coffee');
  const link = await linkTo(email);
  for (let i = 0; i < 2; i++) expect((await browser('scanner').get(link)).status).toBe(200);
  const page = await ada.get(link);
  expect(textOf(page)).toContain(`Invited by ${owner.email} For ${email} As owner`);
  const entered = await ada.submit(page, link);
  expect([entered.status, entered.location]).toEqual([303, '/']);
  expect(await members()).toEqual([{ email, role: 'owner' }]);
  expect((await workspacesOf(server, email)).sort()).toEqual([workspace.name, email].sort());
  expect((await ada.submit(page, link)).status).toBe(400);
  expect((await browser().get(link)).status).toBe(400);
});

test('the link alone does not open the account of somebody who has one: a mail does', async () => {
  const first = await makeWorkspace(server);
  const [ada, eve, email] = [browser(), browser(), newAddress()];
  await first.send(email);
  const join = await linkTo(email);
  await ada.submit(await ada.get(join), join);

  const second = await makeWorkspace(server);
  await second.send(email);
  const link = await linkTo(email, 2);
  const passedOn = await eve.submit(await eve.get(link), link);
  expect([passedOn.status, passedOn.location, eve.cookie('fanfare-session')]).toEqual([
    303,
    '/sign-in/check',
    undefined,
  ]);
  expect(await second.members()).toEqual([]);
  const signInLink = await linkTo(email, 3);
  expect((await eve.submit(await eve.get(signInLink), signInLink)).status).toBe(303);
  expect(await second.members()).toEqual([{ email, role: 'member' }]);

  // Signed in, a press is enough.
  const third = await makeWorkspace(server);
  await third.send(email);
  const direct = await linkTo(email, 4);
  expect((await ada.submit(await ada.get(direct), direct)).location).toBe('/');
  expect(await third.members()).toEqual([{ email, role: 'member' }]);
});

test('a renewed, withdrawn or expired invitation does nothing', async () => {
  const { workspace, send, members } = await makeWorkspace(server);
  const [ada, email] = [browser(), newAddress()];
  const { id } = await send(email);
  const old = await linkTo(email);
  expect((await send(email)).id).toBe(id);
  const link = await linkTo(email, 2);
  expect((await ada.get(old)).status).toBe(400);
  const page = await ada.get(link);
  await server.db.query({ text: `update invitations set expires_at = now() where id = $1`, values: [id] });
  expect((await ada.submit(page, link)).status).toBe(400);
  await server.db.query({
    text: `update invitations set expires_at = now() + interval '1 day' where id = $1`,
    values: [id],
  });
  expect(await revokeInvitation(server.db, { workspaceId: workspace.id, id })).toBe(true);
  expect((await ada.submit(page, link)).status).toBe(400);
  expect(await members()).toEqual([]);
});

test('where sign-up is by invitation, an invited address also signs in from the front page', async () => {
  const { send, members } = await makeWorkspace(server);
  const email = newAddress();
  await ask(browser(), email);
  expect((await mails.mailsTo(email))[0]!.link).toBe(null);
  await send(email);
  await mails.mailsTo(email, 2);
  await ask(browser(), email);
  const ada = browser();
  await ask(ada, email);
  const link = await linkTo(email, 4);
  const page = await ada.get(link);
  expect(textOf(page)).toContain('Sign in as');
  expect((await ada.submit(page, link)).location).toBe('/invitations');
  expect(await members()).toEqual([]);
  await ada.submit(await ada.get('/invitations'), '/invitations');
  expect(await members()).toEqual([{ email, role: 'member' }]);
});

test('an invitation is deleted 30 days after it was accepted, revoked or expired, and not sooner', async () => {
  const { workspace, send } = await makeWorkspace(server);
  const ages: Record<string, string> = {
    open: "expires_at = now() + interval '1 day'",
    'just expired': "expires_at = now() - interval '29 days'",
    'long expired': "expires_at = now() - interval '31 days'",
    'just revoked': "expires_at = now() - interval '29 days', revoked_at = now() - interval '29 days'",
    'long revoked': "revoked_at = now() - interval '31 days'",
    'long accepted': "accepted_at = now() - interval '31 days'",
  };
  for (const [name, columns] of Object.entries(ages)) {
    const { id } = await send(newAddress());
    await server.db.query({ text: `update invitations set ${columns}, email = $2 where id = $1`, values: [id, name] });
  }
  await server.run('delete-invitations');
  const { rows } = await server.db.query<{ email: string }>({
    text: 'select email from invitations where workspace_id = $1 order by email',
    values: [workspace.id],
  });
  expect(rows.map(({ email }) => email)).toEqual(['just expired', 'just revoked', 'open']);
});
