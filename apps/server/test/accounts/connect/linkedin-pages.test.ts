import { randomUUID } from 'node:crypto';
import type { Account } from '@fanfare/contract';
import { describe, expect, test } from 'vitest';
import { fromPublicId } from '../../../src/process/ids.ts';
import { queryOf, walk } from '../../connect-steps.ts';
import type { Project } from '../../harness.ts';
import { useServer } from '../../use-server.ts';

const server = useServer();

const list = async (project: Project, query = '') =>
  (await project.call<{ accounts: Account[] }>('GET', `/api/v1/accounts${query}`)).body.accounts;
const summary = (accounts: Account[]) =>
  accounts.map(({ platformUserId, username, status }) => [platformUserId, username, status]);

test('when pages cannot be listed, the person keeps its account', async () => {
  const project = await server.createProject();
  await server.sandbox.fail({
    network: 'linkedin',
    path: 'organizationAcls',
    action: 'status',
    status: 429,
    times: 10,
  });
  const seen = await walk(project, { platform: 'linkedin' });
  await server.sandbox.removeFaults();
  expect(queryOf(seen.location).status).toBe('success');
  expect(summary(await list(project))).toEqual([['k3Vb8RqTzP', 'ada', 'active']]);
});

describe('accounts of one consent hold copies of its token', () => {
  /** The grant of each account, and how often its credential was stored, by username. */
  const credentials = async (project: Project) => {
    const ids = (await list(project)).map(({ platformUserId }) => platformUserId);
    const { rows } = await server.db.query<{ username: string; grant: string; version: number }>({
      text: `select a.username, c.grant_id as grant, c.version from credentials c join accounts a on a.id = c.account_id
             where a.platform_user_id = any($1) and a.project_id = (select project_id from accounts where id = $2) order by a.id`,
      values: [ids, fromPublicId('acc', (await list(project))[0]!.id)],
    });
    return rows;
  };
  const member = async (username: string, page: string) => {
    await server.sandbox.addProfile('linkedin', { username, name: username, pages: [{ username: page, name: page }] });
  };

  test('a new consent reaches the pages also when LinkedIn does not list them this time', async () => {
    const project = await server.createProject();
    await member('fay', 'fay-prints');
    await walk(project, { platform: 'linkedin' }, { profile: 'fay' });
    const [before] = await credentials(project);
    await server.sandbox.fail({
      network: 'linkedin',
      path: 'organizationAcls',
      action: 'status',
      status: 429,
      times: 10,
    });
    await walk(project, { platform: 'linkedin' }, { profile: 'fay' });
    await server.sandbox.removeFaults();
    const after = await credentials(project);
    expect(after.map(({ username, version }) => [username, version])).toEqual([
      ['fay', 2],
      ['fay-prints', 2],
    ]);
    expect(new Set(after.map(({ grant }) => grant)).size).toBe(1);
    expect(after[0]!.grant).not.toBe(before!.grant);
    // The old token no longer works, and nobody notices.
    const published = await project.publish({
      content: 'Fresh prints.',
      platforms: (await list(project)).map(({ id }) => ({ platform: 'linkedin', accountId: id })),
    });
    expect(published.body.post.targets.map(({ status }) => status)).toEqual(['published', 'published']);
  });

  test('a member who connects never touches the account of another member of the same page', async () => {
    const project = await server.createProject();
    await member('gil', 'gil-and-hana');
    await walk(project, { platform: 'linkedin' }, { profile: 'gil' });
    await server.sandbox.addProfile('linkedin', { username: 'hana', name: 'Hana' });
    await server.sandbox.control('linkedin', 'role', {
      username: 'hana',
      page: 'gil-and-hana',
      role: 'ADMINISTRATOR',
      state: 'APPROVED',
    });
    await walk(project, { platform: 'linkedin' }, { profile: 'hana' });
    const [gil, page, hana] = await credentials(project);
    expect([gil, page, hana].map((each) => [each!.username, each!.version])).toEqual([
      ['gil', 1],
      ['gil-and-hana', 2],
      ['hana', 1],
    ]);
    expect(page!.grant).toBe(hana!.grant);
    expect(gil!.grant).not.toBe(hana!.grant);
  });

  test('renewing one renews all, and a refusal expires all', async () => {
    const app = { clientId: 'sandbox-linkedin-app' };
    await server.sandbox.control('linkedin', 'app', { ...app, partner: true });
    const project = await server.createProject();
    await member('ivo', 'ivo-bikes');
    await walk(project, { platform: 'linkedin' }, { profile: 'ivo' });
    await server.sandbox.control('linkedin', 'app', { ...app, partner: false });
    const publish = async (account: Account) => {
      const platforms = [{ platform: 'linkedin', accountId: account.id }];
      const { post } = (await project.publish({ content: `Bikes ${randomUUID()}`, platforms })).body;
      return post.targets[0]!.errorDetail?.code ?? post.targets[0]!.status;
    };
    const [ivo, bikes] = await list(project);
    await server.sandbox.control('linkedin', 'expire-tokens', { username: 'ivo' });
    const tokenCalls = async () =>
      (await server.sandbox.requests('linkedin')).filter(({ path }) => path.endsWith('accessToken')).length;
    const before = await tokenCalls();
    expect([await publish(bikes!), await publish(ivo!)]).toEqual(['published', 'published']);
    expect(await tokenCalls()).toBe(before + 1);

    await server.sandbox.control('linkedin', 'expire-tokens', { username: 'ivo', refresh: true });
    expect(await publish(ivo!)).toBe('account_not_active');
    expect((await list(project)).map(({ username, status, statusReason }) => [username, status, statusReason])).toEqual(
      [
        ['ivo', 'expired', 'refresh_rejected'],
        ['ivo-bikes', 'expired', 'refresh_rejected'],
      ],
    );
    await walk(project, { platform: 'linkedin' }, { profile: 'ivo' });
    expect([await publish(bikes!), await publish(ivo!)]).toEqual(['published', 'published']);
  });
});
