import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../harness.ts';
import { type MailServer, startMailServer } from '../../people/mail/mail-server.ts';
import { makeWorkspace, signIn } from './sign-in.ts';

let mails: MailServer;
let server: TestServer;
beforeAll(async () => {
  mails = await startMailServer();
  server = await startTestServer({ env: { SMTP_URL: mails.url } });
});
beforeEach(() => server.db.query({ text: 'delete from rate_limits' }).then(() => undefined));
afterAll(async () => {
  await server.stop();
  await mails.stop();
});

/** A workspace, and its owner who invites. */
async function inviter() {
  const workspace = await makeWorkspace(server);
  const owner = await signIn(server);
  await workspace.join(owner, 'owner');
  const invite = (email: string, by = owner) =>
    by.call('POST', `/app/api/workspaces/${workspace.ws}/invitations`, { email, role: 'member' });
  return { workspace, owner, invite };
}
/** As if the limit of a minute had been left alone; those of a day stay. */
const nextMinute = () => server.db.query({ text: `delete from rate_limits where name = 'invitations'` });

test('an address gets five invitations a day by mail, whoever invites; further ones wait for its next sign-in', async () => {
  const sent = [];
  for (let i = 0; i < 7; i++) sent.push(await (await inviter()).invite('ada@example.com'));
  expect(sent.map(({ status, body }) => [status, body])).toEqual(
    [true, true, true, true, true, false, false].map((isMailed) => [
      201,
      { invitation: expect.objectContaining({ email: 'ada@example.com' }), url: null, isMailed },
    ]),
  );
  await mails.mailsTo('ada@example.com', 5);
  const { rows } = await server.db.query<{ n: number }>({
    text: `select count(*)::int as n from mails where recipient = 'ada@example.com'`,
  });
  expect(rows).toEqual([{ n: 5 }]);
  const ada = await signIn(server, 'ada@example.com');
  await server.db.query({ text: `update users set proven_at = now() where id = $1`, values: [ada.userId] });
  expect((await ada.call('GET', '/app/api/session')).body).toMatchObject({ invitations: 7 });
});

test('a member sends sixty invitations a day, in whatever sessions and workspaces', async () => {
  const { owner, invite } = await inviter();
  const other = await makeWorkspace(server);
  await other.join(owner, 'owner');
  for (let i = 0; i < 60; i++) {
    if (i % 10 === 0) await nextMinute();
    const path = `/app/api/workspaces/${other.ws}/invitations`;
    const email = `person${i}@example.com`;
    const answer = i < 30 ? await invite(email) : await owner.call('POST', path, { email, role: 'member' });
    expect([i, answer.status]).toEqual([i, 201]);
  }
  await nextMinute();
  const refused = await invite('late@example.com');
  expect([refused.status, refused.body]).toMatchObject([
    429,
    {
      error: {
        code: 'rate_limited',
        message: expect.stringMatching(
          /^You or this workspace sent too many invitations in the last day\. Try again in 2[34] minutes\.$/,
        ),
      },
    },
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1_380);
});
