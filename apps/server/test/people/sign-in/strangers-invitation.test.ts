import { expect, test } from 'vitest';
import { insertProject } from '../../../src/callers/projects/projects.table.ts';
import { ids, toPublicId } from '../../../src/process/ids.ts';
import { textOf } from './browser.ts';
import { encryptionKeys, makeWorkspace, workspacesOf } from './inviting.ts';
import { newAddress, useSignIn } from './use-sign-in.ts';

const { server, mails, browser, linkTo, signIn } = await useSignIn({ encryptionKeys });

test('a newcomer gets a workspace and project although strangers invite them, and is asked about each invitation', async () => {
  const [one, two] = [await makeWorkspace(server, 'First stranger'), await makeWorkspace(server, 'Second stranger')];
  const projectId = ids.uuid();
  await insertProject(server.db, { id: projectId, workspaceId: two.workspace.id, name: 'Theirs', plan: 'free' });
  const [ada, email] = [browser(), newAddress()];
  await one.send(email);
  await two.send(email);
  await mails.mailsTo(email, 2);
  const entered = await signIn(ada, email, '/posts?status=failed');
  expect([entered.status, entered.location]).toEqual([303, '/invitations?next=%2Fposts%3Fstatus%3Dfailed']);
  expect(await workspacesOf(server, email)).toEqual([email]);
  const session = JSON.parse((await ada.get('/app/api/session')).html);
  expect([session.invitations, session.workspaces]).toEqual([
    2,
    [expect.objectContaining({ name: email, projects: [expect.objectContaining({ name: 'My project' })] })],
  ]);

  // Nothing by itself, and nothing by a form of another site or of nobody.
  const page = await ada.get(entered.location!);
  expect(textOf(page)).toContain('You have 2 invitations');
  const choice = { invitation: await invitationOf(two.workspace.id) };
  expect((await ada.post('/invitations', choice)).status).toBe(403);
  const forged = await ada.submit(page, '/invitations', choice, {
    'sec-fetch-site': 'cross-site',
    origin: 'https://evil.example',
  });
  expect(forged.status).toBe(403);
  expect(await workspacesOf(server, email)).toEqual([email]);

  const declined = await ada.submit(page, '/invitations', {
    invitation: await invitationOf(one.workspace.id),
    next: '/',
    answer: 'decline',
  });
  const rest = await ada.get(declined.location!);
  expect(textOf(rest)).toContain(`You are invited You are signed in as ${email}`);
  const accepted = await ada.submit(rest, '/invitations', { ...choice, next: '/' });
  const after = await ada.get(accepted.location!);
  expect(after.location).toBe(`/?project=${toPublicId('prj', projectId)}`);
  expect(await workspacesOf(server, email)).toEqual([email, 'Second stranger']);
  // Neither is offered again.
  expect((await ada.get('/invitations')).location).toBe('/');
});

const invitationOf = async (workspaceId: string): Promise<string> => {
  const { rows } = await server.db.query<{ id: string }>({
    text: 'select id from invitations where workspace_id = $1',
    values: [workspaceId],
  });
  return toPublicId('inv', rows[0]!.id);
};

test('the invitation of somebody else is not offered, accepted or declined', async () => {
  const { workspace, send, members } = await makeWorkspace(server, 'Not theirs');
  const [eve, invited] = [browser(), newAddress()];
  await signIn(eve, newAddress());
  await send(invited);
  const invitation = await invitationOf(workspace.id);
  expect((await eve.get('/invitations')).location).toBe('/');
  const { html } = await eve.get(await linkTo(invited));
  const form_token = /name="form_token" value="([^"]+)"/.exec(html)![1]!;
  for (const answer of ['', 'decline']) await eve.post('/invitations', { form_token, invitation, answer });
  expect(await members()).toEqual([]);
  expect((await eve.get(await linkTo(invited))).status).toBe(200);
});

test('the link of a mail is declined with a press, and then lets nobody in', async () => {
  const { send, members } = await makeWorkspace(server, 'Unwanted');
  const [ada, email] = [browser(), newAddress()];
  await send(email);
  const link = await linkTo(email);
  const page = await ada.get(link);
  const declined = await ada.submit(page, link, { answer: 'decline' });
  expect([declined.status, textOf(declined)]).toEqual([
    200,
    'Fanfare You declined the invitation You do not join Unwanted, and the link no longer works. Sign in',
  ]);
  expect((await ada.submit(page, link)).status).toBe(400);
  expect(await members()).toEqual([]);
});
