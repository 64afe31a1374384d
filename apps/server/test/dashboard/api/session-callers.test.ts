import { routesOf } from '@fanfare/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSession } from '../../../src/callers/sessions/sessions.table.ts';
import { removeMembership } from '../../../src/people/members/workspace-members.table.ts';
import { startTestServer, type TestServer } from '../../harness.ts';
import { type Browser, makeWorkspace, refused, shown, signIn } from './sign-in.ts';

let server: TestServer;
let ada: Browser;
let own: Awaited<ReturnType<typeof makeWorkspace>>;
let other: typeof own;

beforeAll(async () => {
  server = await startTestServer({ options: { eventHeartbeatMs: 50 } });
  ada = await signIn(server);
  [own, other] = [await makeWorkspace(server), await makeWorkspace(server)];
  await own.join(ada, 'member');
});
afterAll(() => server.stop());

const project = () => ({ 'X-Fanfare-Project': own.prj });
const usage = async (headers: Record<string, string | null>) =>
  shown(await ada.call('GET', '/api/v1/usage', undefined, { ...project(), ...headers }));

const unauthorized = refused(401, 'unauthorized');
const notFromHere = refused(403, 'forbidden', expect.stringMatching(/^This request does not come from a page of http/));
const wrongToken = refused(
  403,
  'forbidden',
  expect.stringMatching(/^Your session is another one than when this page was opened/),
);

test('a session with its token and project gets the same answer as a key', async () => {
  expect(await usage({})).toEqual({
    status: 200,
    body: expect.objectContaining({ plan: 'self_hosted', used: 0, reserved: 0 }),
  });
  const limits = (await ada.call('GET', '/api/v1/accounts', undefined, project())).headers.get('RateLimit');
  expect(limits).toMatch(/^"requests";r=\d+/);
});

test('forged origins, wrong tokens and other cookies are refused on every route', async () => {
  const cases: [Record<string, string | null>, object][] = [
    [{ Cookie: null }, unauthorized],
    [{ Cookie: 'fanfare-session=x' }, unauthorized],
    [{ Cookie: `fanfare-session=${'A'.repeat(43)}` }, unauthorized],
    [{ Authorization: 'Bearer fanfare_sk_x' }, unauthorized],
    [{ 'Sec-Fetch-Site': 'cross-site' }, notFromHere],
    [{ 'Sec-Fetch-Site': 'same-site' }, notFromHere],
    [{ 'Sec-Fetch-Site': null, Origin: 'https://evil.example' }, notFromHere],
    [{ 'Sec-Fetch-Site': null, Origin: 'null' }, notFromHere],
    [{ 'X-Fanfare-CSRF': null }, wrongToken],
    [{ 'X-Fanfare-CSRF': 'A'.repeat(43) }, wrongToken],
    [{ 'X-Fanfare-CSRF': 'a'.repeat(5_000) }, wrongToken],
  ];
  for (const [headers, answer] of cases) expect(await usage(headers), JSON.stringify(headers)).toEqual(answer);
  for (const { method, path } of routesOf()) {
    const headers = { ...project(), 'X-Fanfare-CSRF': null };
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    expect(shown(await ada.call(method, path.replace(':id', 'x'), body, headers)), path).toEqual(wrongToken);
  }
});

test('without Sec-Fetch-Site a read needs the token and a change also the origin', async () => {
  const quiet = { ...project(), 'Sec-Fetch-Site': null };
  const post = (origin: string | null) => ada.call('POST', '/api/v1/posts/validate', {}, { ...quiet, Origin: origin });
  expect((await ada.call('GET', '/api/v1/usage', undefined, quiet)).status).toBe(200);
  expect(shown(await post(null))).toEqual(notFromHere);
  expect((await post(new URL(server.baseUrl).origin)).status).toBe(400);
});

test('a project of another workspace is refused like one that does not exist, and a missing one is named', async () => {
  const missing = refused(404, 'not_found', expect.stringMatching(/^You have no such project, or are no member/));
  for (const prj of [other.prj, 'prj_00000000000000000000000000', 'x', ''])
    expect(await usage({ 'X-Fanfare-Project': prj })).toEqual(missing);
  expect(await usage({ 'X-Fanfare-Project': null })).toEqual(
    refused(400, 'invalid_request', expect.any(String), [{ path: 'X-Fanfare-Project', message: expect.any(String) }]),
  );
});

test.each([
  ['the session ends', (by: Browser) => endSession(server.db, { userId: by.userId, id: by.sessionId })],
  ['the person leaves the workspace', (by: Browser) => removeMembership(server.db, own.workspaceId, by.userId)],
])('an event stream ends when %s', async (_, end) => {
  const grace = await signIn(server);
  await own.join(grace, 'member');
  const response = await fetch(`${server.baseUrl}/api/v1/events/stream`, {
    headers: { ...grace.headers, ...project() },
  });
  expect(response.status).toBe(200);
  const reader = response.body!.getReader();
  expect((await reader.read()).done).toBe(false);
  await end(grace);
  // A heartbeat each 50 ms: one that never ends sends many.
  for (let message = 0; message < 200; message++) if ((await reader.read()).done) return;
  await reader.cancel();
  expect.unreachable('the stream goes on');
});
