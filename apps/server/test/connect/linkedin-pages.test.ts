import type { Account } from '@fanfare/contract';
import { describe, expect, test } from 'vitest';
import { queryOf, walk } from '../connect-steps.ts';
import type { Project } from '../harness.ts';
import { useServer } from '../use-server.ts';

const server = useServer();

const list = async (project: Project, query = '') =>
  (await project.call<{ accounts: Account[] }>('GET', `/api/v1/accounts${query}`)).body.accounts;
const summary = (accounts: Account[]) =>
  accounts.map(({ platformUserId, username, status }) => [platformUserId, username, status]);

test('the redirect carries the person, and every page the person administers is an account beside it', async () => {
  const project = await server.createProject();
  const seen = await walk(project, { platform: 'linkedin', profileId: 'customer-17' }, { profile: 'ada' });
  const accounts = await list(project);
  expect(summary(accounts)).toEqual([
    ['k3Vb8RqTzP', 'ada', 'active'],
    ['organization:90314427', 'harbour-coffee', 'active'],
    ['organization:71120956', 'northwind-studio', 'active'],
  ]);
  expect(new Set(accounts.map(({ profileId }) => profileId))).toEqual(new Set(['customer-17']));
  expect(queryOf(seen.location)).toEqual({
    status: 'success',
    accountId: accounts[0]!.id,
    platform: 'linkedin',
    username: 'ada',
  });
});

test('each of them has a credential of its own, so that one can be disconnected alone', async () => {
  const project = await server.createProject();
  await walk(project, { platform: 'linkedin' });
  const [person, harbour, northwind] = await list(project);
  await project.call('DELETE', `/api/v1/accounts/${harbour!.id}`);
  expect((await list(project)).map(({ id }) => id)).toEqual([person!.id, northwind!.id]);
  const target = { platform: 'linkedin', accountId: northwind!.id };
  const published = await project.publish({ content: 'From the studio.', platforms: [target] });
  expect(published.body.post.targets[0]).toMatchObject({ status: 'published' });
});

test('connecting again keeps every id, revives what was revoked and adds what is new', async () => {
  const project = await server.createProject();
  await server.sandbox.addProfile('linkedin', {
    username: 'dora',
    name: 'Dora',
    pages: [{ username: 'dora-books', name: 'Dora Books' }],
  });
  await walk(project, { platform: 'linkedin' }, { profile: 'dora' });
  const [person, books] = await list(project);
  await project.call('DELETE', `/api/v1/accounts/${books!.id}`);
  await server.sandbox.addProfile('linkedin', {
    kind: 'page',
    username: 'dora-tea',
    name: 'Dora Tea',
    admins: ['dora'],
  });

  await walk(project, { platform: 'linkedin' }, { profile: 'dora' });
  const after = await list(project);
  expect(after.map(({ username, status }) => [username, status])).toEqual([
    ['dora', 'active'],
    ['dora-books', 'active'],
    ['dora-tea', 'active'],
  ]);
  expect(after.slice(0, 2).map(({ id }) => id)).toEqual([person!.id, books!.id]);
});

test('pages that cannot be listed now do not cost the person its account', async () => {
  const project = await server.createProject();
  await server.sandbox.fail({
    network: 'linkedin',
    path: 'organizationAcls',
    action: 'status',
    status: 429,
    times: 10,
  });
  const seen = await walk(project, { platform: 'linkedin' });
  await server.sandbox.heal();
  expect(queryOf(seen.location).status).toBe('success');
  expect(summary(await list(project))).toEqual([['k3Vb8RqTzP', 'ada', 'active']]);
});

describe('a plan with five places', () => {
  test('takes the person first and then pages in their order, until it is full', async () => {
    const project = await server.createProject('free');
    await server.sandbox.addProfile('linkedin', {
      username: 'erin',
      name: 'Erin',
      pages: Array.from({ length: 7 }, (_, i) => ({ username: `erin-page-${i}`, name: `Page ${i}` })),
    });
    const seen = await walk(project, { platform: 'linkedin' }, { profile: 'erin' });
    expect(queryOf(seen.location).status).toBe('success');
    expect((await list(project)).map(({ username }) => username)).toEqual([
      'erin',
      'erin-page-0',
      'erin-page-1',
      'erin-page-2',
      'erin-page-3',
    ]);
    // Connecting again takes no further place, and leaves the pages beyond the cap out once more.
    await server.db.query({ text: "update accounts set status = 'expired' where username = 'erin-page-0'" });
    await walk(project, { platform: 'linkedin' }, { profile: 'erin' });
    expect((await list(project)).map(({ username, status }) => `${username} ${status}`).sort()).toEqual([
      'erin active',
      'erin-page-0 active',
      'erin-page-1 active',
      'erin-page-2 active',
      'erin-page-3 active',
    ]);
  });
});
