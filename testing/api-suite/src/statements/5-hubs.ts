import { expect } from 'vitest';
import type { Api, Project } from '../api.ts';
import { activeHubAccount, errorBody } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '5';

const connect = async (project: Project, body: object) => {
  const answer = await project.call('POST', '/accounts/connect-hub', { body });
  return { status: answer.status, body: answer.body };
};
const accountsOf = async (project: Project) => (await project.call('GET', '/accounts?includeRevoked=true')).body;

const refused = (code: string, details?: readonly unknown[]) => ({ status: 400, body: errorBody(code, details) });
const hubUrlDetail = { path: 'hubUrl', message: expect.stringMatching(/^Must be the address of a hub that runs /) };

export const hubStatements: readonly Statement[] = [
  ...(['wordpress', 'micropub'] as const).map(
    (type): Statement => ({
      section,
      statement: `a ${type} account connects with a hub API key: 201, and the key is never shown`,
      async run(api) {
        const project = await api.project();
        const user = await api.hubUser(type);
        const key = await api.hubKey(user);
        const answer = await connect(project, { ...key, defaultSpaceSlug: 'news', profileId: 'customer-17' });
        const account = activeHubAccount(user, { defaultSpaceSlug: 'news', profileId: 'customer-17' });
        expect(answer).toEqual({ status: 201, body: { account } });
        const { host, pathname } = new URL(user.hubUrl);
        const { id, platformUserId, username } = (answer.body as { account: Record<string, string> }).account;
        expect(platformUserId?.endsWith(`@${host}${pathname === '/' ? '' : pathname}`)).toBe(true);
        if (type === 'wordpress') expect(username).toBe(user.username);
        expect((await project.call('GET', `/accounts/${id}`)).body).toEqual(answer.body);
        expect((await project.call('GET', '/accounts?platform=hub')).body).toEqual({
          accounts: [{ ...account, id, platformUserId, username }],
        });
        expect(JSON.stringify(await accountsOf(project))).not.toContain(key.apiKey);
      },
    }),
  ),
  ...(['wordpress', 'micropub'] as const).map(
    (type): Statement => ({
      section,
      statement: `a ${type} account connects with a one-time connect code in any spelling, which works once`,
      everywhere: true,
      async run(api) {
        const project = await api.project();
        const user = await api.hubUser(type);
        const { hubUrl, connectCode } = await api.hubCode(user);
        const typed = connectCode.toLowerCase().replaceAll('-', ' ');
        expect(await connect(project, { hubUrl, connectCode: typed })).toEqual({
          status: 201,
          body: { account: activeHubAccount(user) },
        });
        expect(await connect(project, { hubUrl, connectCode })).toEqual(refused('connect_code_invalid'));
      },
    }),
  ),
  ...(['wordpress', 'micropub'] as const).map(
    (type): Statement => ({
      section,
      statement: `two users of one ${type} hub have two accounts, and each has one account by key and by code`,
      async run(api) {
        const project = await api.project();
        const users = [await api.hubUser(type), await api.hubUser(type)];
        const ids: string[] = [];
        for (const user of users) {
          const byCode = await connect(project, await api.hubCode(user));
          expect(byCode).toEqual({ status: 201, body: { account: activeHubAccount(user) } });
          const { account } = byCode.body as { account: { id: string; platformUserId: string; username: string } };
          const { id, platformUserId, username } = account;
          expect(await connect(project, await api.hubKey(user))).toEqual({
            status: 200,
            body: { account: { ...activeHubAccount(user), id, platformUserId, username } },
          });
          ids.push(id);
        }
        expect(new Set(ids).size).toBe(2);
      },
    }),
  ),
  {
    section,
    statement: 'a connect code that is sent twice at once makes one account',
    async run(api) {
      const project = await api.project();
      const code = await api.hubCode(await api.hubUser('micropub'));
      const answers = await Promise.all([connect(project, code), connect(project, code)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
      expect(answers.find(({ status }) => status === 400)).toEqual(refused('connect_code_invalid'));
      expect((await accountsOf(project)) as { accounts: unknown[] }).toMatchObject({
        accounts: [{ status: 'active' }],
      });
    },
  },
  {
    section,
    statement: 'a key that the hub refuses, or whose user may not publish there: 400 hub_auth_failed',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      for (const type of ['wordpress', 'micropub'] as const) {
        const user = await api.hubUser(type);
        const key = await api.hubKey(user);
        await api.scriptHub(user, { of: 'connect', code: 'hub_auth_failed' });
        expect(await connect(project, key), type).toEqual(refused('hub_auth_failed'));
        const reader = await api.hubUser(type, 'read');
        expect(await connect(project, await api.hubKey(reader)), type).toEqual(refused('hub_auth_failed'));
      }
      const reader = await api.hubUser('wordpress', 'read');
      expect(await connect(project, await api.hubCode(reader))).toEqual(refused('hub_auth_failed'));
      expect(await accountsOf(project)).toEqual({ accounts: [] });
    },
  },
  {
    section,
    statement: 'an address at which another type of hub answers: 400 hub_not_supported',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      for (const [is, type] of [
        ['wordpress', 'micropub'],
        ['micropub', 'wordpress'],
      ] as const) {
        const key = await api.hubKey(await api.hubUser(is));
        expect(await connect(project, { ...key, type }), type).toEqual(refused('hub_not_supported', [hubUrlDetail]));
      }
    },
  },
  {
    section,
    statement: 'a defaultSpaceSlug that the hub does not have: 400 space_not_found, and nothing is connected',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      for (const type of ['wordpress', 'micropub'] as const) {
        const key = await api.hubKey(await api.hubUser(type));
        const detail = { path: 'defaultSpaceSlug', message: 'The hub has no space with this slug.' };
        expect(await connect(project, { ...key, defaultSpaceSlug: api.newName() }), type).toEqual(
          refused('space_not_found', [detail]),
        );
      }
      expect(await accountsOf(project)).toEqual({ accounts: [] });
    },
  },
  ...(['hub_unreachable', 'hub_error'] as const).map(
    (code): Statement => ({
      section,
      statement: `a hub that does not answer a connect, or nonsense: 502 ${code}; the key works afterwards`,
      everywhere: true,
      alone: 'the fault applies to the next caller of the hub',
      async run(api) {
        const project = await api.project();
        const user = await api.hubUser('wordpress');
        const key = await api.hubKey(user);
        await api.scriptHub(user, { of: 'connect', code });
        expect(await connect(project, key)).toEqual({ status: 502, body: errorBody(code) });
        expect(await connect(project, key)).toEqual({ status: 201, body: { account: activeHubAccount(user) } });
      },
    }),
  ),
  {
    section,
    statement:
      'the same hub user again reuses the account: 200, with the new key and default space, also after a disconnect',
    async run(api) {
      const project = await api.project();
      const user = await api.hubUser('wordpress');
      const first = await project.connectHub('wordpress', { user, profileId: 'mine', defaultSpaceSlug: 'news' });
      const key = { ...(await api.hubKey(user)), hubUrl: `${user.hubUrl}/` };
      const again = await connect(project, { ...key, defaultSpaceSlug: 'events' });
      const account = { ...activeHubAccount(user, { defaultSpaceSlug: 'events', profileId: 'mine' }), id: first.id };
      expect(again).toEqual({ status: 200, body: { account } });
      await project.call('DELETE', `/accounts/${first.id}`);
      expect(await connect(project, await api.hubCode(user))).toEqual({
        status: 200,
        body: { account: { ...activeHubAccount(user, { profileId: 'mine' }), id: first.id } },
      });
      expect(await project.connectHub('wordpress')).not.toMatchObject({ id: first.id });
    },
  },
  {
    section,
    statement: 'the same hub user in two projects has two accounts, which end one by one',
    async run(api) {
      const [project, other] = [await api.project(), await api.project()];
      const user = await api.hubUser('micropub');
      const [one, two] = [await project.connectHub('micropub', { user }), await other.connectHub('micropub', { user })];
      expect(two).toEqual({ ...one, id: two.id, connectedAt: two.connectedAt });
      expect(two.id).not.toBe(one.id);
      await project.call('DELETE', `/accounts/${one.id}`);
      expect((await other.call('GET', `/accounts/${two.id}/spaces`)).status).toBe(200);
    },
  },
  {
    section,
    statement:
      'a hub connection never expires: a key that the hub no longer accepts revokes the account, and a new one revives it',
    async run(api) {
      const project = await api.project();
      const user = await api.hubUser('wordpress');
      const hub = await project.connectHub('wordpress', { user });
      expect(await project.lapse(hub, 'revoked')).toEqual({
        ...hub,
        status: 'revoked',
        statusReason: 'revoked_by_user',
      });
      expect((await project.call('GET', '/accounts?status=expired')).body).toEqual({ accounts: [] });
      const again = await connect(project, await api.hubKey(user));
      expect(again).toEqual({ status: 200, body: { account: { ...activeHubAccount(user), id: hub.id } } });
    },
  },
  {
    section,
    statement:
      'a hub account counts against the cap of accounts: 403 account_limit_reached beyond it; who is connected may come again',
    async run(api) {
      const project = await api.project('free');
      const users = await sixUsers(api);
      for (const user of users.slice(0, 5)) await project.connectHub(user.type, { user });
      const full = { status: 403, body: errorBody('account_limit_reached') };
      expect(await connect(project, await api.hubKey(users[5]!))).toEqual(full);
      expect((await connect(project, await api.hubKey(users[0]!))).status).toBe(200);
      const { accounts } = (await project.call('GET', '/accounts')).body as { accounts: { id: string }[] };
      for (const { id } of accounts) await project.call('DELETE', `/accounts/${id}`);
      expect((await connect(project, await api.hubKey(users[5]!))).status).toBe(201);
    },
  },
];

/** As many as the smallest plan allows, and one more. */
const sixUsers = (api: Api) => Promise.all(Array.from({ length: 6 }, () => api.hubUser('wordpress')));
