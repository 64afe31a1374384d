import { beforeEach, expect, test } from 'vitest';
import { openSetup } from '../../../src/people/sign-in/open-setup.ts';
import { ids } from '../../../src/process/ids.ts';
import { useServer } from '../../use-server.ts';
import { openBrowser, textOf } from './browser.ts';
import { newAddress, useSignIn } from './use-sign-in.ts';

/** Without mail, in production: an installation that has just been started. */
const server = useServer({ development: false, signUp: { kind: 'invitation' } });
const withMail = await useSignIn({ signUp: { kind: 'invitation' } });

const browser = () => openBrowser(server.baseUrl);
const newLink = async (on: { readonly db: typeof server.db; readonly baseUrl: string } = server) =>
  new URL((await openSetup({ db: on.db, ids, baseUrl: on.baseUrl }))!).pathname;

beforeEach(async () => {
  for (const { db } of [server, withMail.server])
    await db.query({ text: 'truncate users, workspaces, sign_ins, mails, rate_limits cascade' });
});

const rows = async () =>
  (
    await server.db.query<{ email: string; role: string; workspace: string }>({
      text: `select u.email, m.role, w.name as workspace from memberships m join users u on u.id = m.user_id join workspaces w on w.id = m.workspace_id`,
    })
  ).rows;

test('the set-up link signs the first person in without a mail, as owner of the oldest workspace without members, once', async () => {
  await server.createProject();
  await server.db.query({ text: `update workspaces set name = 'Oldest', created_at = now() - interval '1 day'` });
  await server.createProject();
  const link = await newLink();
  const [ada, email] = [browser(), newAddress()];
  const page = await ada.get(link);
  expect((await ada.get(link)).status).toBe(200);
  const entered = await ada.submit(page, link, { email });
  expect([entered.status, entered.location]).toEqual([303, '/']);
  expect((await ada.get('/sign-in')).location).toBe('/');
  expect(await rows()).toEqual([{ email, role: 'owner', workspace: 'Oldest' }]);
  expect(server.log()).not.toContain(link.split('/').at(-1));

  const late = browser();
  const again = await late.get(link);
  expect([again.status, textOf(again)]).toEqual([400, expect.stringContaining('This link does not work')]);
  // Also for a page that was open before, and for the address that is a user now.
  for (const address of [newAddress(), email])
    expect((await ada.post(link, { email: address, form_token: tokenOf(page.html) })).status).toBe(400);
  expect(late.cookie('fanfare-session')).toBeUndefined();
  expect(await openSetup({ db: server.db, ids, baseUrl: server.baseUrl })).toBe(null);
});

const tokenOf = (html: string): string => /name="form_token" value="([^"]+)"/.exec(html)![1]!;

test('a new workspace and project where there is none', async () => {
  const [ada, email, link] = [browser(), newAddress(), await newLink()];
  await ada.submit(await ada.get(link), link, { email });
  expect(await rows()).toEqual([{ email, role: 'owner', workspace: email }]);
});

test('a later link ends the one before; of many people at once one becomes the owner', async () => {
  const old = await newLink();
  const link = await newLink();
  expect((await browser().get(old)).status).toBe(400);
  const people = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const one = browser();
      return { one, page: await one.get(link), email: newAddress() };
    }),
  );
  const answers = await Promise.all(people.map(({ one, page, email }) => one.submit(page, link, { email })));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400, 400, 400]);
  expect((await rows()).length).toBe(1);
});

test('the link ends after a day; a new one works', async () => {
  const old = await newLink();
  const [ada, email] = [browser(), newAddress()];
  const page = await ada.get(old);
  const shift = (by: string) =>
    server.db.query({ text: `update instance set setup_token_expires_at = setup_token_expires_at - interval '${by}'` });
  await shift('23 hours 59 minutes');
  expect((await ada.get(old)).status).toBe(200);
  await shift('1 minute');
  expect((await ada.get(old)).status).toBe(400);
  expect((await ada.submit(page, old, { email })).status).toBe(400);
  expect(await rows()).toEqual([]);
  const link = await newLink();
  expect((await ada.submit(await ada.get(link), link, { email })).status).toBe(303);
});

test('a server without mail says so on its pages and in its log, without the link', async () => {
  const [ada, email, link] = [browser(), newAddress(), await newLink()];
  await ada.submit(await ada.get(link), link, { email });
  const other = browser();
  const before = server.log().length;
  const page = await other.get('/sign-in');
  expect(textOf(page)).toContain('This installation cannot send mail. Whoever runs it can set SMTP_URL');
  await other.submit(page, '/sign-in', { email });
  expect(textOf(await other.get('/sign-in/check'))).toContain('This installation cannot send mail.');
  const lines = server
    .log()
    .slice(before)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string });
  expect(lines.filter(({ msg }) => msg.includes('SMTP_URL'))).toEqual([
    {
      level: 40,
      time: expect.any(String),
      requestId: expect.any(String),
      msg: 'a mail was not sent, because SMTP_URL is not set; it waits until it is useless',
    },
  ]);
  // The inbox is for development.
  expect((await other.get('/dev/inbox')).status).toBe(404);
});

test('with mail the set-up link sends one first, and only its address becomes the owner', async () => {
  const link = await newLink(withMail.server);
  const [ada, eve, email] = [withMail.browser(), withMail.browser(), newAddress()];
  const sent = await ada.submit(await ada.get(link), link, { email });
  expect([sent.status, sent.location]).toEqual([303, '/sign-in/check']);
  expect(ada.cookie('fanfare-session')).toBeUndefined();
  const other = newAddress();
  await eve.submit(await eve.get(link), link, { email: other });
  const signInLink = await withMail.linkTo(email);
  expect((await ada.submit(await ada.get(signInLink), signInLink)).status).toBe(303);
  const late = await withMail.linkTo(other);
  expect((await eve.submit(await eve.get(late), late)).status).toBe(403);
  expect(await withMail.count('memberships')).toBe(1);
});
