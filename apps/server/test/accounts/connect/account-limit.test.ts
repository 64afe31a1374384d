import type { Account } from '@fanfare/contract';
import { describe, expect, test } from 'vitest';
import { hashApiKey, mintApiKey } from '../../../src/callers/api-key.ts';
import { insertApiKey } from '../../../src/callers/api-keys.table.ts';
import { findCaller } from '../../../src/callers/callers.table.ts';
import { insertProject } from '../../../src/callers/projects/projects.table.ts';
import { ids } from '../../../src/process/ids.ts';
import { decide, linkFor, open, press, queryOf, REDIRECT_URL, walk } from '../../connect-steps.ts';
import { openProject, type Project } from '../../harness.ts';
import { useServer } from '../../use-server.ts';

const server = useServer();
let people = 0;

/** A new person on Threads who wants to connect. */
async function newPerson(): Promise<string> {
  const username = `guest_${++people}`;
  await server.sandbox.addProfile('threads', { username, name: username });
  return username;
}

const connect = async (project: Project, profile: string) =>
  queryOf((await walk(project, { platform: 'threads' }, { profile })).location);

async function fill(project: Project, count: number): Promise<string[]> {
  const profiles = [];
  for (let i = 0; i < count; i++) {
    const profile = await newPerson();
    expect(await connect(project, profile)).toMatchObject({ status: 'success' });
    profiles.push(profile);
  }
  return profiles;
}

const list = async (project: Project) =>
  (await project.call<{ accounts: Account[] }>('GET', '/api/v1/accounts')).body.accounts;

const ask = (project: Project, platform = 'threads') =>
  project.call('POST', '/api/v1/accounts/connect', { platform, redirectUrl: REDIRECT_URL });

/** Another project of the same workspace. */
async function sibling(project: Project): Promise<Project> {
  const caller = (await findCaller(server.db, hashApiKey(project.apiKey)))!;
  const projectId = ids.uuid();
  const minted = mintApiKey(ids);
  await insertProject(server.db, {
    id: projectId,
    workspaceId: caller.workspaceId,
    name: 'Sibling',
    plan: caller.plan,
  });
  await insertApiKey(server.db, { id: ids.uuid(), projectId, name: 'Key', ...minted });
  return openProject(server.baseUrl, minted.key);
}

describe('a workspace whose five places are taken', () => {
  test('lets an active account reconnect, for example for a missing permission, and refuses new ones', async () => {
    const project = await server.createProject('free');
    const profiles = await fill(project, 5);
    const before = await list(project);
    expect(await connect(project, profiles[1]!)).toEqual({
      status: 'success',
      accountId: before[1]!.id,
      platform: 'threads',
      username: profiles[1]!,
    });
    expect(await connect(project, await newPerson())).toEqual({ status: 'error', reason: 'account_limit_reached' });
    expect((await list(project)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  test('gets no link for a network on which it has only revoked accounts: they would take a new place', async () => {
    const project = await server.createProject('free');
    await server.sandbox.addProfile('x', { username: `x_${people}`, name: 'Left' });
    const account = await project.connect('x', `x_${people}`);
    await project.call('DELETE', `/api/v1/accounts/${account.id}`);
    await fill(project, 5);
    expect((await ask(project, 'x')).status).toBe(403);
  });

  test('may reconnect an expired account, on its own network', async () => {
    const project = await server.createProject('free');
    const profiles = await fill(project, 5);
    await server.db.query({
      text: "update accounts set status = 'expired' where username = $1",
      values: [profiles[2]!],
    });
    expect((await ask(project, 'x')).status).toBe(403);
    expect(await connect(project, profiles[2]!)).toMatchObject({ status: 'success' });
    expect((await list(project)).map(({ status }) => status)).toEqual(Array(5).fill('active'));
    expect((await ask(project, 'x')).status).toBe(403);
  });

  test('accepts only that account at the callback of such a link', async () => {
    const project = await server.createProject('free');
    const profiles = await fill(project, 5);
    await server.db.query({
      text: "update accounts set status = 'expired' where username = $1",
      values: [profiles[0]!],
    });
    expect(await connect(project, await newPerson())).toEqual({ status: 'error', reason: 'account_limit_reached' });
    expect(await list(project)).toHaveLength(5);
  });

  test('reactivates a revoked account only when there is a place for it', async () => {
    const project = await server.createProject('free');
    const [first] = await fill(project, 1);
    const link = await linkFor(project, { platform: 'threads', redirectUrl: REDIRECT_URL });
    const [account] = await list(project);
    await project.call('DELETE', `/api/v1/accounts/${account!.id}`);
    await fill(project, 5);
    const { consent, cookie } = await press(link);
    const seen = await open(await decide(consent, { profile: first! }), 'GET', cookie);
    expect(queryOf(seen.location)).toEqual({ status: 'error', reason: 'account_limit_reached' });
  });
});

describe('callbacks that race for the last place', () => {
  const race = async (projects: Project[], profiles: string[]) => {
    const pressed = [];
    for (const [i, profile] of profiles.entries()) {
      const { consent, cookie } = await press(
        await linkFor(projects[i % projects.length]!, { platform: 'threads', redirectUrl: REDIRECT_URL }),
      );
      pressed.push({ callback: await decide(consent, { profile }), cookie });
    }
    const seen = await Promise.all(pressed.map(({ callback, cookie }) => open(callback, 'GET', cookie)));
    return seen.map(({ location }) => queryOf(location)).map(({ status, reason }) => reason ?? status);
  };

  test('one wins, in one project', async () => {
    const project = await server.createProject('free');
    await fill(project, 4);
    const outcomes = await race([project], await Promise.all(Array.from({ length: 20 }, newPerson)));
    expect(outcomes.toSorted()).toEqual([...Array(19).fill('account_limit_reached'), 'success']);
    expect(await list(project)).toHaveLength(5);
  });

  test('one wins, over two projects of a workspace', async () => {
    const one = await server.createProject('free');
    const two = await sibling(one);
    await fill(one, 4);
    const outcomes = await race([one, two], await Promise.all([1, 2, 3, 4].map(newPerson)));
    expect(outcomes.toSorted()).toEqual([...Array(3).fill('account_limit_reached'), 'success']);
    expect((await list(one)).length + (await list(two)).length).toBe(5);
  });

  test('the same profile twice is one account and one place', async () => {
    const project = await server.createProject('free');
    await fill(project, 3);
    const twin = await newPerson();
    expect(await race([project], [twin, twin, twin])).toEqual(['success', 'success', 'success']);
    expect(await list(project)).toHaveLength(4);
    expect(await connect(project, await newPerson())).toMatchObject({ status: 'success' });
  });
});
