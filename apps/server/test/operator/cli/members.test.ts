import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { insertSession, listSessions } from '../../../src/callers/sessions/sessions.table.ts';
import { readEncryptionKeys } from '../../../src/config/encryption-keys.ts';
import { listUnsentMails } from '../../../src/people/mail/mails.table.ts';
import { openMail } from '../../../src/people/mail/sealed-mail.ts';
import { ensureUser, proveAddress } from '../../../src/people/members/users.table.ts';
import { ids, toPublicId } from '../../../src/process/ids.ts';
import { createKeyRing } from '../../../src/process/key-ring.ts';
import { openBrowser } from '../../people/sign-in/browser.ts';
import { newAddress } from '../../people/sign-in/use-sign-in.ts';
import { useServer } from '../../use-server.ts';
import { runFanfare } from './run-fanfare.ts';

const [k1, k2] = ['k1', 'k2'].map((id) => `${id}:${randomBytes(32).toString('base64')}`) as [string, string];
const keysOf = (text: string) => {
  const read = readEncryptionKeys(text);
  if ('problem' in read) throw new Error(read.problem);
  return read.keys;
};
const server = useServer({ encryptionKeys: keysOf(k1), signUp: { kind: 'invitation' } });
const fanfare = (words: string[], env: Record<string, string> = {}) =>
  runFanfare(words, { DATABASE_URL: server.databaseUrl, ...env });

async function workspace(): Promise<string> {
  await server.createProject();
  const { rows } = await server.db.query<{ id: string }>({
    text: 'select id from workspaces order by created_at desc, id desc limit 1',
  });
  return toPublicId('ws', rows[0]!.id);
}

test('an operator adds a member, lists members and makes a link that signs in once, in any browser', async () => {
  const [ws, email] = [await workspace(), newAddress()];
  const added = await fanfare(['members', 'add', email.toUpperCase(), '--workspace', ws, '--role', 'owner']);
  expect(added).toEqual({ code: 0, stdout: `${email} is an owner of ${ws}.\n`, stderr: '' });
  // An owner stays owner.
  expect((await fanfare(['members', 'add', email, '--workspace', ws])).code).toBe(0);
  const listed = await fanfare(['members', 'list']);
  expect(listed.stdout.split('\n')[1]!.split(/ {2,}/)).toEqual([
    ws,
    'owner',
    expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    email,
    'Test project',
  ]);

  const made = await fanfare(['members', 'sign-in-link', email], { BASE_URL: server.baseUrl });
  expect([made.code, made.stderr]).toEqual([0, `Signs ${email} in, in any browser, once within 60 minutes:\n`]);
  const link = new URL(made.stdout.trim()).pathname;
  const [ada, late] = [openBrowser(server.baseUrl), openBrowser(server.baseUrl)];
  const [page, other] = [await ada.get(link), await late.get(link)];
  expect((await ada.submit(page, link)).location).toBe('/');
  expect((await late.submit(other, link)).status).toBe(400);
});

test('adding an address that nobody has proven ends the sessions that others may have opened as it', async () => {
  const email = newAddress();
  const { userId } = await ensureUser(server.db, { id: ids.uuid(), email });
  const open = () =>
    insertSession(server.db, { id: ids.uuid(), userId, secretSha256: ids.secret(32), userAgent: 'Somebody' });
  await open();
  expect((await fanfare(['members', 'add', email, '--workspace', await workspace()])).code).toBe(0);
  expect(await listSessions(server.db, userId)).toEqual([]);
  await proveAddress(server.db, userId);
  await open();
  expect((await fanfare(['members', 'add', email, '--workspace', await workspace()])).code).toBe(0);
  expect(await listSessions(server.db, userId)).toHaveLength(1);
});

test('a new set-up link lets the first person in; where somebody has signed in there is none', async () => {
  const make = () => fanfare(['members', 'set-up-link'], { BASE_URL: server.baseUrl });
  expect(await make()).toEqual({
    code: 1,
    stdout: '',
    stderr: 'fanfare: Somebody has signed in already. Use: fanfare members sign-in-link <email>\n',
  });
  await server.db.query({ text: 'truncate users cascade' });
  const made = await make();
  expect([made.code, made.stderr]).toEqual([0, 'Whoever opens it first becomes the owner, once within 24 hours:\n']);
  expect((await openBrowser(server.baseUrl).get(new URL(made.stdout.trim()).pathname)).status).toBe(200);
});

test.each([
  [['members', 'add', 'ada', '--workspace', 'ws_1'], '"ada" is not an e-mail address.'],
  [['members', 'add', 'ada@example.com'], 'Name the workspace: --workspace ws_…'],
  [
    ['members', 'add', 'ada@example.com', '--workspace', 'ws_1'],
    'There is no workspace ws_1. See: fanfare projects list',
  ],
  [['members', 'add', 'ada@example.com', '--workspace', 'ws_1', '--role', 'king'], '--role must be owner or member.'],
  [
    ['members', 'sign-in-link', 'ada@example.com'],
    'BASE_URL is not set. Set it to the public address of the installation.',
  ],
])('%j is refused in words', async (words, message) => {
  expect(await fanfare(words)).toEqual({ code: 1, stdout: '', stderr: `fanfare: ${message}\n` });
});

test('a link for somebody without access is refused', async () => {
  const refused = await fanfare(['members', 'sign-in-link', 'nobody@example.com'], {
    BASE_URL: 'https://fanfare.example',
  });
  expect([refused.code, refused.stdout, refused.stderr]).toEqual([
    1,
    '',
    'fanfare: nobody@example.com has no access. Add the person first: fanfare members add nobody@example.com --workspace ws_…\n',
  ]);
});

test('keys rewrap wraps unsent mails, and names the keys of those that do not open', async () => {
  const ada = openBrowser(server.baseUrl);
  await ada.submit(await ada.get('/sign-in'), '/sign-in', { email: newAddress() });
  const rewrap = () => fanfare(['keys', 'rewrap'], { ENCRYPTION_KEYS: `${k2},${k1}` });
  expect(await rewrap()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 unsent mails re-wrapped with "k2".\n'),
  });
  const [mail] = await listUnsentMails(server.db, 1);
  const keyRing = createKeyRing({ keys: keysOf(k2), randomBytes });
  expect(openMail({ keyRing }, mail!, mail!.content).subject).toContain('Sign in to Fanfare');
  // A content belongs to its recipient.
  expect(() => openMail({ keyRing }, { ...mail!, recipient: 'eve@example.com' }, mail!.content)).toThrow();
  await server.db.query({ text: `update mails set key_id = 'k1'` });
  expect((await rewrap()).stderr).toContain('Unsent mails still need an old key ("k1": 1).');
});
