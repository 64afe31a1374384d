import { expect, test } from 'vitest';
import { sha256 } from '../../../src/http/sha256.ts';
import { recordSignIn } from '../../../src/people/sign-in/sign-ins.table.ts';
import { ids, toPublicId } from '../../../src/process/ids.ts';
import { type Browser, textOf } from './browser.ts';
import { encryptionKeys, makeWorkspace, workspacesOf } from './inviting.ts';
import { newAddress, useSignIn } from './use-sign-in.ts';

const { server, mails, browser, ask, linkTo, signIn } = await useSignIn({
  encryptionKeys,
  signUp: { kind: 'invitation' },
});

/** Before mail was configured, whoever invites sees the link and opens it. */
async function takeAddress(eve: Browser, email: string) {
  const inviting = await makeWorkspace(server, `Of who invited ${email}`);
  const { url } = await inviting.send(email, 'member', { sendsMail: false });
  const link = new URL(url!).pathname;
  expect((await eve.submit(await eve.get(link), link)).location).toBe('/');
  await mails.mailsTo(email);
  return inviting;
}
const sessionOf = async (one: Browser) => JSON.parse((await one.get('/app/api/session')).html);
const isSignedIn = async (one: Browser) => (await one.get('/sign-in')).status === 303;

test('who opens a shown link gets the inviting workspace only, until the mailbox is proven, which ends that session', async () => {
  const [eve, ada, email] = [browser(), browser(), newAddress()];
  const { workspace } = await takeAddress(eve, email);
  expect(await workspacesOf(server, email)).toEqual([workspace.name]);

  // Another workspace invites the real person by mail: nothing of it reaches the session.
  const real = await makeWorkspace(server, 'Real');
  await real.send(email);
  const mailed = await linkTo(email, 2);
  expect((await sessionOf(eve)).invitations).toBe(0);
  expect((await eve.get('/invitations')).location).toBe('/');
  const { rows } = await server.db.query<{ id: string }>({
    text: 'select id from invitations where workspace_id = $1',
    values: [real.workspace.id],
  });
  const invitation = toPublicId('inv', rows[0]!.id);
  const form_token = /name="form_token" value="([^"]+)"/.exec((await eve.get(mailed)).html)![1]!;
  for (const answer of ['', 'decline']) await eve.post('/invitations', { form_token, invitation, answer });
  expect(await real.members()).toEqual([]);
  // Even with the link of the mail a session proves nothing.
  expect((await eve.submit(await eve.get(mailed), mailed)).location).toBe('/sign-in/check');
  expect(await real.members()).toEqual([]);

  expect(await isSignedIn(eve)).toBe(true);
  await ask(ada, email);
  const link = await linkTo(email, 4);
  expect((await ada.submit(await ada.get(link), link)).location).toBe('/invitations');
  expect(await isSignedIn(eve)).toBe(false);
  expect(await workspacesOf(server, email)).toEqual([workspace.name, email]);
  const page = await ada.get('/invitations');
  await ada.submit(page, '/invitations');
  expect(await real.members()).toEqual([{ email, role: 'member' }]);
});

test('a later proof ends no other session', async () => {
  const [laptop, phone, email] = [browser(), browser(), newAddress()];
  await takeAddress(browser(), email);
  await signIn(laptop, email);
  await signIn(phone, email);
  expect([await isSignedIn(laptop), await isSignedIn(phone)]).toEqual([true, true]);
});

test('a link of the operator counts as a proof', async () => {
  const [eve, ada, email] = [browser(), browser(), newAddress()];
  await takeAddress(eve, email);
  const token = ids.secret(32).toString('base64url');
  const about = { email, next: null, invitationId: null, setupTokenSha256: null, browserSha256: null, userAgent: '' };
  await recordSignIn(server.db, { ...about, id: ids.uuid(), tokenSha256: sha256(token), validSeconds: 60 }, null);
  const link = `/sign-in/link/${token}`;
  expect((await ada.submit(await ada.get(link), link)).status).toBe(303);
  expect([await isSignedIn(eve), await isSignedIn(ada)]).toEqual([false, true]);
});

test('a mailed link proves the address at once, with an own workspace beside the one that is joined', async () => {
  const { workspace, send } = await makeWorkspace(server, 'By mail');
  const [ada, email] = [browser(), newAddress()];
  await send(email);
  const link = await linkTo(email);
  expect(textOf(await ada.get(link))).toContain('Join By mail?');
  await ada.submit(await ada.get(link), link);
  expect((await workspacesOf(server, email)).sort()).toEqual([workspace.name, email].sort());
  const other = browser();
  await signIn(other, email);
  expect([await isSignedIn(ada), await isSignedIn(other)]).toEqual([true, true]);
});
