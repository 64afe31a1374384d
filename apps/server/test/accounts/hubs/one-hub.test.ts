import type { Account } from '@fanfare/contract';
import { HUB_REFUSALS } from '@fanfare/rules';
import { afterEach, describe, expect, test } from 'vitest';
import { errorBody } from '../../error-body.ts';
import type { Project } from '../../harness.ts';
import { useServer } from '../../use-server.ts';
import { connectHub, type HubPerson, hubPerson } from './hub-people.ts';

const server = useServer();
afterEach(() => server.sandbox.control('hub', 'introspection', { answer: 'active' }));

const accountsOf = async (project: Project): Promise<readonly Account[]> =>
  (await project.call<{ accounts: Account[] }>('GET', '/api/v1/accounts?includeRevoked=true')).body.accounts;

/** Connects with a fresh key, and returns the status and the account. */
async function connect(project: Project, person: HubPerson, path = ''): Promise<readonly [number, Account]> {
  const { status, body } = await connectHub(project, { ...(await person.key()), hubUrl: `${person.hubUrl}${path}` });
  return [status, body.account];
}

describe('every address of a site is one hub', () => {
  test('of WordPress: one account, however deep the path is, named by the home of the site', async () => {
    const project = await server.createProject();
    const person = await hubPerson(server, 'wordpress');
    const [created, first] = await connect(project, person, '/2026/11/rye-is-back');
    const again = [await connect(project, person), await connect(project, person, '/category/news')];
    expect([created, ...again.map(([status]) => status)]).toEqual([201, 200, 200]);
    expect(new Set(again.map(([, { id }]) => id))).toEqual(new Set([first.id]));
    expect(first.platformUserId).toMatch(new RegExp(`^user:\\d+@${new URL(person.hubUrl).host}/hub/wordpress$`));
    expect(await accountsOf(project)).toHaveLength(1);
  });

  test('of Micropub: every page that names its endpoint', async () => {
    const project = await server.createProject();
    const person = await hubPerson(server, 'micropub');
    const [created, first] = await connect(project, person, '/channels/news');
    const [again, second] = await connect(project, person);
    expect([created, again, second.id]).toEqual([201, 200, first.id]);
    expect(await accountsOf(project)).toHaveLength(1);
  });

  test.each([
    ['the same address', '/old/path'],
    ['another address', ''],
  ])('an account from before this was so is found by %s, and keeps its id', async (_, path) => {
    const project = await server.createProject();
    const person = await hubPerson(server, 'wordpress');
    const [, account] = await connect(project, person, '/old/path');
    const userId = account.platformUserId.replace(/\/hub\/wordpress$/, '/hub/wordpress/old/path');
    await server.db.query({
      text: 'update accounts set platform_user_id = $2 where platform_user_id = $1',
      values: [account.platformUserId, userId],
    });
    const [status, again] = await connect(project, person, path);
    expect([status, again.id, again.platformUserId]).toEqual([200, account.id, account.platformUserId]);
    expect(await accountsOf(project)).toHaveLength(1);
  });

  test('the account of somebody else, or of a site at the path of another, is not taken', async () => {
    const project = await server.createProject();
    const [ann, bob] = [await hubPerson(server, 'wordpress'), await hubPerson(server, 'wordpress')];
    const [, first] = await connect(project, ann, '/old/path');
    const [status, second] = await connect(project, bob);
    expect([status, second.id === first.id]).toEqual([201, false]);
  });
});

describe('people of one Micropub site', () => {
  test('are two accounts where the server writes "active": "true"', async () => {
    const project = await server.createProject();
    await server.sandbox.control('hub', 'introspection', { answer: 'text' });
    const people = [await hubPerson(server, 'micropub'), await hubPerson(server, 'micropub')];
    const ids = [];
    for (const person of people) ids.push((await connect(project, person))[1].id);
    expect(new Set(ids).size).toBe(2);
  });

  test('are not told apart where the server names nobody: a second key replaces no active account', async () => {
    const project = await server.createProject();
    await server.sandbox.control('hub', 'introspection', { answer: 'nobody' });
    const [ann, bob] = [await hubPerson(server, 'micropub'), await hubPerson(server, 'micropub')];
    const key = await ann.key();
    const { body } = await connectHub(project, key);
    const refused = await connectHub(project, await bob.key());
    const { code, message } = HUB_REFUSALS.keyOfUnknownUser().refusal;
    expect([refused.status, refused.body]).toEqual([400, errorBody(refused, code, message)]);
    expect((await connectHub(project, key)).status).toBe(200);
    const publish = () =>
      project.publish({ content: 'Rye.', platforms: [{ platform: 'hub', accountId: body.account.id }] });
    await publish();
    expect([(await ann.posts()).length, (await bob.posts()).length]).toEqual([1, 0]);

    await project.call('DELETE', `/api/v1/accounts/${body.account.id}`);
    expect((await connectHub(project, await bob.key())).status).toBe(200);
    await publish();
    expect([(await ann.posts()).length, (await bob.posts()).length]).toEqual([1, 1]);
  });
});
