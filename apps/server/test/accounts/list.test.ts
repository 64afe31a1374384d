import type { Account } from '@fanfare/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { walk } from '../connect-steps.ts';
import type { Project } from '../harness.ts';
import { useServer } from '../use-server.ts';

const server = useServer();
let project: Project;

const list = async (query = '') => {
  const reply = await project.call<{ accounts: Account[] }>('GET', `/api/v1/accounts${query}`);
  expect(reply.status).toBe(200);
  return reply.body.accounts;
};
const names = (accounts: Account[]) => accounts.map(({ platform, username }) => `${platform} ${username}`);

/** Five accounts of every kind and status, in the order they were connected. */
beforeAll(async () => {
  project = await server.createProject();
  await walk(project, { platform: 'threads', profileId: 'one' }, { profile: 'ben' });
  await walk(project, { platform: 'instagram', profileId: 'one' }, { profile: 'ben' });
  await walk(project, { platform: 'x' }, { profile: 'ben' });
  await walk(project, { platform: 'threads', profileId: 'two' }, { profile: 'cleo' });
  await walk(project, { platform: 'instagram', profileId: 'two' }, { profile: 'cleo' });
  const set = (status: string, reason: string, platform: string, username: string) =>
    server.db.query({
      text: 'update accounts set status = $1, status_reason = $2 where platform = $3 and username = $4',
      values: [status, reason, platform, username],
    });
  await set('expired', 'refresh_rejected', 'threads', 'cleo');
  await set('revoked', 'revoked_by_user', 'instagram', 'cleo');
});

test('without filters: all but revoked ones, oldest first', async () => {
  const accounts = await list();
  expect(names(accounts)).toEqual(['threads ben', 'instagram ben', 'x ben', 'threads cleo']);
  const connected = accounts.map(({ connectedAt }) => connectedAt);
  expect(connected).toEqual(connected.toSorted());
});

test('an account says why it is not active', async () => {
  const accounts = await list('?includeRevoked=true');
  expect(accounts.map(({ status, statusReason }) => [status, statusReason])).toEqual([
    ['active', null],
    ['active', null],
    ['active', null],
    ['expired', 'refresh_rejected'],
    ['revoked', 'revoked_by_user'],
  ]);
});

describe('filters', () => {
  const ben = ['threads ben', 'instagram ben', 'x ben'];
  test.each([
    ['?includeRevoked=true', [...ben, 'threads cleo', 'instagram cleo']],
    ['?includeRevoked=false', [...ben, 'threads cleo']],
    ['?profileId=one', ['threads ben', 'instagram ben']],
    ['?profileId=two', ['threads cleo']],
    ['?profileId=two&includeRevoked=true', ['threads cleo', 'instagram cleo']],
    ['?profileId=ONE', []],
    ['?profileId=', []],
    ['?profileId=on', []],
    ['?platform=threads', ['threads ben', 'threads cleo']],
    ['?platform=linkedin', []],
    ['?platform=hub', []],
    ['?status=active', ben],
    ['?status=expired', ['threads cleo']],
    ['?status=revoked', ['instagram cleo']],
    ['?status=revoked&includeRevoked=true', ['instagram cleo']],
    ['?status=active&includeRevoked=true', ben],
    ['?platform=instagram&profileId=two&status=revoked&includeRevoked=true', ['instagram cleo']],
    ["?profileId='%20or%20'1'='1", []],
    ['?profileId=%25', []],
  ])('%s', async (query, expected) => {
    expect(names(await list(query))).toEqual(expected);
  });

  test.each([
    ['?platform=myspace', 'platform'],
    ['?platform=', 'platform'],
    ['?status=paused', 'status'],
    ['?includeRevoked=', 'includeRevoked'],
    ['?includeRevoked=TRUE', 'includeRevoked'],
  ])('%s is refused', async (query, path) => {
    const reply = await project.call('GET', `/api/v1/accounts${query}`);
    expect(reply.status).toBe(400);
    expect(reply.body.error.code).toBe('invalid_request');
    expect(reply.body.error.details?.map((detail) => 'path' in detail && detail.path)).toEqual([path]);
  });
});

test('one account alone reads as it does in the list, revoked ones too', async () => {
  for (const account of await list('?includeRevoked=true')) {
    const reply = await project.call<{ account: Account }>('GET', `/api/v1/accounts/${account.id}`);
    expect([reply.status, reply.body]).toEqual([200, { account }]);
  }
});

test('profileId is absent, not null, where none was given', async () => {
  const accounts = await list();
  expect(accounts.map((account) => ('profileId' in account ? account.profileId : 'absent'))).toEqual([
    'one',
    'one',
    'absent',
    'two',
  ]);
});

test('no answer holds anything of a credential', async () => {
  const reply = await project.call('GET', '/api/v1/accounts?includeRevoked=true');
  expect(reply.text).not.toMatch(/token|secret|sealed|scope/i);
  // How tokens of Meta begin; ids are in small letters.
  expect(reply.text).not.toMatch(/IGAA|THAA|EAA/);
});

test('a project of its own sees none of it', async () => {
  const other = await server.createProject();
  expect((await other.call('GET', '/api/v1/accounts?includeRevoked=true')).text).toBe('{"accounts":[]}');
});
