import { afterAll, beforeAll, expect, test } from 'vitest';
import { toPublicId } from '../../../src/process/ids.ts';
import { startTestServer, type TestServer } from '../../harness.ts';
import { atOnce, SIX_AT_ONCE } from './at-once.ts';
import { type Browser, makeWorkspace, refused, shown, signIn } from './sign-in.ts';

let server: TestServer;
let ada: Browser;
let own: Awaited<ReturnType<typeof makeWorkspace>>;

beforeAll(async () => {
  server = await startTestServer({ env: SIX_AT_ONCE });
  ada = await signIn(server, 'ada@example.com');
  own = await makeWorkspace(server, 'pro');
  await own.join(ada, 'owner');
});
afterAll(() => server.stop());

const time = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]{12}Z$/);
const call = async (method: string, path: string, body?: unknown, by = ada) =>
  shown(await by.call(method, `/app/api${path}`, body));
const long = 'x'.repeat(10_000);

test('the session says who is signed in, where, and the token of other calls', async () => {
  expect(await call('GET', '/session')).toEqual({
    status: 200,
    body: {
      user: { id: toPublicId('usr', ada.userId), email: 'ada@example.com' },
      invitations: 0,
      csrfToken: ada.headers['X-Fanfare-CSRF'],
      workspaces: [
        {
          id: own.ws,
          name: 'Harbour',
          role: 'owner',
          projectCap: 5,
          projects: [{ id: own.prj, name: 'Coffee', plan: 'pro', logoUrl: null }],
        },
      ],
      installation: expect.objectContaining({ baseUrl: server.baseUrl, development: true }),
    },
  });
});

test('projects are created up to the cap of the plan, however many are created at once', async () => {
  const workspace = await makeWorkspace(server, 'pro');
  const grace = await signIn(server);
  await workspace.join(grace, 'owner');
  const path = `/workspaces/${workspace.ws}/projects`;
  const answers = await atOnce(server.db, 'projects', () =>
    Array.from({ length: 6 }, () => call('POST', path, { name: ' Tea ' }, grace)),
  );
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(4);
  expect(made[0]).toEqual({
    status: 201,
    body: {
      project: {
        ...{ id: expect.stringMatching(/^prj_/), workspaceId: workspace.ws, name: 'Tea', plan: 'pro' },
        ...{ logoUrl: null, createdAt: time },
      },
    },
  });
  expect(answers.find(({ status }) => status !== 201)).toEqual(
    refused(403, 'project_limit_reached', 'The plan "pro" allows 5 projects in a workspace.'),
  );
});

test('a project is renamed; names are one line of at most 100 characters', async () => {
  const path = `/projects/${own.prj}`;
  expect(await call('PATCH', path, { name: 'Coffee ☕' })).toMatchObject({
    status: 200,
    body: { project: { name: 'Coffee ☕' } },
  });
  for (const name of ['', '  ', long, 'a\nb', 'a\u0000b', 'a\u2028b', '\ud800'])
    expect(await call('PATCH', path, { name })).toMatchObject({
      status: 400,
      body: { error: { details: [{ path: 'name' }] } },
    });
  expect(await call('GET', path)).toMatchObject({ status: 200, body: { project: { name: 'Coffee ☕' } } });
});

test('a logo is told by its first bytes, and is served with its type and nothing else', async () => {
  const path = `/projects/${own.prj}/logo`;
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(20)]);
  for (const bytes of [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.from('GIF89a'),
    Buffer.alloc(9),
  ])
    expect(await call('PUT', path, { image: bytes.toString('base64') })).toEqual(
      refused(400, 'invalid_request', expect.any(String), [
        { path: 'image', message: 'Must be a PNG, JPEG or WebP image.' },
      ]),
    );
  const large = Buffer.concat([png, Buffer.alloc(262_144)]);
  expect(await call('PUT', path, { image: large.toString('base64') })).toMatchObject({ status: 400 });
  const set = await call('PUT', path, { image: png.toString('base64') });
  const { logoUrl } = (set.body as { project: { logoUrl: string } }).project;
  expect(logoUrl).toMatch(new RegExp(`^${server.baseUrl}/connect-logo/${own.prj}\\?v=[0-9a-f]{16}$`));
  const response = await fetch(logoUrl);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(await call('DELETE', path)).toMatchObject({ status: 200, body: { project: { logoUrl: null } } });
  expect((await fetch(logoUrl)).status).toBe(404);
});

test('a key is returned once, works with its scope, and is refused after its revocation', async () => {
  const path = `/projects/${own.prj}/keys`;
  const made = await call('POST', path, { name: 'Nightly import', scope: 'read' });
  const { key, secret } = made.body as { key: { id: string }; secret: string };
  const facts = {
    id: expect.stringMatching(/^key_/),
    name: 'Nightly import',
    display: `${secret.slice(0, 15)}…${secret.slice(-4)}`,
    scope: 'read',
    createdAt: time,
    createdBy: 'ada@example.com',
    lastUsedAt: null,
    revokedAt: null,
  };
  expect(made).toEqual({ status: 201, body: { key: facts, secret: expect.stringMatching(/^fanfare_sk_\w{49}$/) } });
  const list = await call('GET', path);
  expect(list).toEqual({ status: 200, body: { keys: [facts] } });
  expect(JSON.stringify(list)).not.toContain(secret);
  expect(server.log()).not.toContain(secret);
  const ask = async (method: string, to: string) =>
    (await fetch(`${server.baseUrl}/api/v1${to}`, { method, headers: { Authorization: `Bearer ${secret}` } })).status;
  expect([await ask('GET', '/usage'), await ask('DELETE', '/accounts/acc_1')]).toEqual([200, 403]);
  expect(await call('DELETE', `${path}/${key.id}`)).toMatchObject({ status: 200, body: { key: { revokedAt: time } } });
  expect(await ask('GET', '/usage')).toBe(401);
  for (const name of ['', long]) expect(await call('POST', path, { name })).toMatchObject({ status: 400 });
  expect(await call('POST', path, { name: 'a', scope: 'write' })).toMatchObject({ status: 400 });
});

test('a key of another project cannot be revoked', async () => {
  const other = await makeWorkspace(server);
  const grace = await signIn(server);
  await other.join(grace, 'owner');
  const made = await call('POST', `/projects/${other.prj}/keys`, { name: 'Theirs' }, grace);
  const { id } = (made.body as { key: { id: string } }).key;
  expect(await call('DELETE', `/projects/${own.prj}/keys/${id}`)).toEqual(refused(404, 'not_found'));
  expect(await call('GET', `/projects/${other.prj}/keys`, undefined, grace)).toMatchObject({
    body: { keys: [{ id, revokedAt: null }] },
  });
});

test('members are invited once, change their role and leave; the last owner stays', async () => {
  const workspace = await makeWorkspace(server);
  const [owner, member] = [await signIn(server), await signIn(server, 'grace@example.com')];
  await workspace.join(owner, 'owner');
  await workspace.join(member, 'member');
  const path = `/workspaces/${workspace.ws}`;
  const [ownerId, memberId] = [owner, member].map(({ userId }) => toPublicId('usr', userId));
  const invite = (email: string) => call('POST', `${path}/invitations`, { email, role: 'member' }, owner);

  const invited = await invite(' Joan@Example.com ');
  expect(invited).toMatchObject({ status: 201, body: { invitation: { email: 'joan@example.com', role: 'member' } } });
  const { id } = (invited.body as { invitation: { id: string } }).invitation;
  expect(await invite('grace@example.com')).toEqual(
    refused(409, 'already_member', 'grace@example.com is a member already.'),
  );
  for (const email of ['nobody', 'a@b.c\r\nBcc: x@y.z', long, `${long}@example.com`])
    expect(await invite(email), email.slice(0, 20)).toMatchObject({
      status: 400,
      body: { error: { details: [{ path: 'email' }] } },
    });
  expect(await call('GET', `${path}/members`, undefined, member)).toMatchObject({
    status: 200,
    body: { invitations: [] },
  });
  expect(await call('DELETE', `${path}/invitations/${id}`, undefined, owner)).toEqual({
    status: 200,
    body: { withdrawn: true },
  });
  expect(await call('DELETE', `${path}/invitations/${id}`, undefined, owner)).toEqual(refused(404, 'not_found'));

  const lastOwner = refused(409, 'last_owner');
  expect(await call('PATCH', `${path}/members/${ownerId}`, { role: 'member' }, owner)).toEqual(lastOwner);
  expect(await call('DELETE', `${path}/members/${ownerId}`, undefined, owner)).toEqual(lastOwner);
  expect(await call('DELETE', `${path}/members/${ownerId}`, undefined, member)).toEqual(refused(403, 'forbidden'));
  expect(await call('PATCH', `${path}/members/${memberId}`, { role: 'owner' }, owner)).toMatchObject({
    status: 200,
    body: {
      member: {
        userId: memberId,
        email: 'grace@example.com',
        role: 'owner',
        joinedAt: time,
        isYou: false,
        activeKeys: 0,
      },
    },
  });
  const both = await atOnce(server.db, 'memberships', () =>
    [owner, member].map((by) => call('DELETE', `${path}/members/${toPublicId('usr', by.userId)}`, undefined, by)),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a removed member’s keys stay, or end with the membership in every project of the workspace and nowhere else', async () => {
  const workspace = await makeWorkspace(server);
  const elsewhere = await makeWorkspace(server);
  const [owner, member] = [await signIn(server), await signIn(server, 'mary@example.com')];
  await workspace.join(owner, 'owner');
  await elsewhere.join(member, 'owner');
  const makeKey = async (of: typeof workspace, by: Browser) =>
    (await call('POST', `/projects/${of.prj}/keys`, { name: 'Website' }, by)).body as { secret: string };
  const remove = (query: string) =>
    call('DELETE', `/workspaces/${workspace.ws}/members/${toPublicId('usr', member.userId)}${query}`, undefined, owner);
  const answers = async (secrets: readonly { secret: string }[]) =>
    Promise.all(
      secrets.map(
        async ({ secret }) =>
          (await fetch(`${server.baseUrl}/api/v1/usage`, { headers: { Authorization: `Bearer ${secret}` } })).status,
      ),
    );

  await workspace.join(member, 'member');
  const keys = [
    await makeKey(workspace, member),
    await makeKey(workspace, member),
    await makeKey(workspace, owner),
    await makeKey(elsewhere, member),
  ];
  expect(await call('GET', `/workspaces/${workspace.ws}/members`, undefined, owner)).toMatchObject({
    body: {
      members: [
        { isYou: true, activeKeys: 1 },
        { isYou: false, activeKeys: 2 },
      ],
    },
  });
  expect(await remove('')).toEqual({ status: 200, body: { removed: true, revokedKeys: 0 } });
  expect(await answers(keys)).toEqual([200, 200, 200, 200]);

  await workspace.join(member, 'member');
  expect(await remove('?revokeKeys=true')).toEqual({ status: 200, body: { removed: true, revokedKeys: 2 } });
  expect(await answers(keys)).toEqual([401, 401, 200, 200]);
});

test('sessions are listed and ended, one or all others', async () => {
  const phone = await signIn(server, 'ada@example.com');
  const laptop = await signIn(server, 'ada@example.com');
  const { sessions } = (await call('GET', '/sessions')).body as { sessions: { id: string; isCurrent: boolean }[] };
  expect(sessions.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([toPublicId('ses', ada.sessionId)]);
  expect(sessions).toHaveLength(3);
  const grace = await signIn(server);
  expect(await call('DELETE', `/sessions/${toPublicId('ses', phone.sessionId)}`, undefined, grace)).toEqual(
    refused(404, 'not_found'),
  );
  expect(await call('DELETE', `/sessions/${toPublicId('ses', phone.sessionId)}`)).toEqual({
    status: 200,
    body: { ended: true },
  });
  expect((await call('GET', '/session', undefined, phone)).status).toBe(401);
  expect(await call('POST', '/sessions/end-others', {})).toEqual({ status: 200, body: { ended: 1 } });
  expect([(await call('GET', '/session', undefined, laptop)).status, (await call('GET', '/session')).status]).toEqual([
    401, 200,
  ]);
});
