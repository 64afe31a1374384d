import { APP_ROUTES, type AppRouteFacts } from '@fanfare/app-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endSession } from '../../../src/callers/sessions/sessions.table.ts';
import { startTestServer, type TestServer } from '../../harness.ts';
import { type Browser, makeWorkspace, refused, shown, signIn } from './sign-in.ts';

let server: TestServer;
let stranger: Browser;
let member: Browser;
let own: Awaited<ReturnType<typeof makeWorkspace>>;

beforeAll(async () => {
  server = await startTestServer();
  [stranger, member] = [await signIn(server), await signIn(server)];
  own = await makeWorkspace(server);
  await own.join(member, 'member');
  await (await makeWorkspace(server)).join(stranger, 'owner');
});
afterAll(() => server.stop());

/** A path of the workspace, with ids that nothing has where it names more. */
const pathOf = ({ path }: AppRouteFacts): string =>
  path
    .replace(':projectId', own.prj)
    .replace(':workspaceId', own.ws)
    .replaceAll(/:\w+/g, 'none_00000000000000000000000000');

const bodyOf = ({ method }: AppRouteFacts) => (['POST', 'PUT', 'PATCH'].includes(method) ? {} : undefined);

const ask = async (by: Browser, route: AppRouteFacts, headers: Record<string, string | null> = {}) =>
  shown(await by.call(route.method, pathOf(route), bodyOf(route), headers));

describe.each(APP_ROUTES.map((route) => [route.name, route] as const))('%s', (name, route) => {
  test('needs a live session, from a page of this service', async () => {
    const unauthorized = refused(
      401,
      'unauthorized',
      'You are not signed in, or your session has ended. Sign in again.',
    );
    const gone = await signIn(server);
    await own.join(gone, 'owner');
    await endSession(server.db, { userId: gone.userId, id: gone.sessionId });
    expect(await ask(member, route, { Cookie: null })).toEqual(unauthorized);
    expect(await ask(gone, route)).toEqual(unauthorized);
    expect(await ask(member, route, { 'Sec-Fetch-Site': 'cross-site' })).toEqual(refused(403, 'forbidden'));
    const withoutToken = await ask(member, route, { 'X-Fanfare-CSRF': null });
    if (name === 'session.get') expect(withoutToken.status).toBe(200);
    else expect(withoutToken).toEqual(refused(403, 'forbidden'));
  });

  const isScoped = /:(projectId|workspaceId)/.test(route.path);
  if (isScoped)
    test('does not know what belongs to others', async () => {
      const what = route.path.includes(':projectId') ? 'project' : 'workspace';
      expect(await ask(stranger, route)).toEqual(
        refused(404, 'not_found', expect.stringMatching(`^You have no such ${what}, or are no member`)),
      );
    });

  if (route.needs === 'owner')
    test('is for owners', async () => {
      expect(await ask(member, route)).toEqual(
        refused(403, 'forbidden', 'Only an owner of the workspace may do this.'),
      );
    });

  test('refuses fields that it does not know', async () => {
    const owner = await signIn(server);
    await own.join(owner, 'owner');
    const { status, body } = await owner.call(route.method, `${pathOf(route)}?nonsense=1`, bodyOf(route));
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
  });
});

test('an unknown address and a wrong method are refused like those of the API', async () => {
  expect(shown(await member.call('GET', '/app/api/nowhere'))).toEqual(refused(404, 'not_found'));
  expect(shown(await member.call('PUT', '/app/api/session', {}))).toEqual(refused(405, 'method_not_allowed'));
});
