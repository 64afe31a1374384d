import { expect } from 'vitest';
import type { Project } from '../api.ts';
import { activeAccount, errorBody, failedTarget, invalidRequest } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '4.2';

const ask = async (project: Project, query = '') => {
  const { status, body } = await project.call('GET', `/accounts${query}`);
  return { status, body };
};

const list = (...accounts: readonly unknown[]) => ({ status: 200, body: { accounts } });

export const listAccountsStatements: readonly Statement[] = [
  {
    section,
    statement: 'GET /accounts answers { accounts }, [] when there are none',
    async run(api) {
      const project = await api.project();
      expect(await ask(project)).toEqual(list());
      const x = await project.connect('x');
      expect(await ask(project)).toEqual(list(x));
    },
  },
  {
    section,
    statement: 'accounts are listed oldest first, and one that is connected again keeps its place',
    async run(api) {
      const project = await api.project();
      const username = api.newName();
      const threads = await project.connect('threads', { username });
      const x = await project.connect('x');
      const linkedin = await project.connect('linkedin');
      expect(await ask(project)).toEqual(list(threads, x, linkedin));
      const again = await project.connect('threads', { username });
      expect(await ask(project)).toEqual(list(again, x, linkedin));
    },
  },
  {
    section,
    statement: 'profileId filters the list: all accounts that were connected with it, and no others',
    async run(api) {
      const project = await api.project();
      const threads = await project.connect('threads', { profileId: 'customer-17' });
      const x = await project.connect('x', { profileId: 'customer-17' });
      const other = await project.connect('x', { profileId: 'Customer-17' });
      const without = await project.connect('instagram');
      expect(await ask(project, '?profileId=customer-17')).toEqual(list(threads, x));
      expect(await ask(project, '?profileId=Customer-17')).toEqual(list(other));
      for (const query of ['customer', '%25', "'%20or%20'1'='1"])
        expect(await ask(project, `?profileId=${query}`)).toEqual(list());
      expect(await ask(project)).toEqual(list(threads, x, other, without));
    },
  },
  {
    section,
    statement: 'a profileId may hold any characters, and is given back as it was',
    async run(api) {
      const project = await api.project();
      const profileId = 'a&b=c d/ü%20+"ŝ😀';
      const x = await project.connect('x', { profileId });
      expect(x).toEqual(activeAccount('x', { profileId }));
      expect(await ask(project, `?profileId=${encodeURIComponent(profileId)}`)).toEqual(list(x));
    },
  },
  {
    section,
    statement: 'revoked accounts are included with includeRevoked=true; false is the default',
    async run(api) {
      const project = await api.project();
      const [x, threads] = [await project.connect('x'), await project.connect('threads')];
      await project.call('DELETE', `/accounts/${x.id}`);
      const revoked = { ...x, status: 'revoked', statusReason: 'disconnected' };
      expect(await ask(project)).toEqual(list(threads));
      expect(await ask(project, '?includeRevoked=false')).toEqual(list(threads));
      expect(await ask(project, '?includeRevoked=true')).toEqual(list(revoked, threads));
    },
  },
  {
    section,
    statement: 'expired accounts are listed, with their status and the reason',
    async run(api) {
      const project = await api.project();
      const x = await project.lapse(await project.connect('x'), 'expired');
      expect(x).toEqual({ ...activeAccount('x'), status: 'expired', statusReason: 'refresh_rejected' });
      expect(await ask(project)).toEqual(list(x));
    },
  },
  {
    section,
    statement: 'platform and status filter the list; status=revoked shows them without includeRevoked',
    async run(api) {
      const project = await api.project();
      const [x, threads, other] = [
        await project.connect('x', { profileId: 'a' }),
        await project.connect('threads', { profileId: 'a' }),
        await project.connect('x'),
      ];
      await project.call('DELETE', `/accounts/${other.id}`);
      const revoked = { ...other, status: 'revoked', statusReason: 'disconnected' };
      expect(await ask(project, '?platform=x')).toEqual(list(x));
      expect(await ask(project, '?platform=x&includeRevoked=true')).toEqual(list(x, revoked));
      expect(await ask(project, '?platform=linkedin')).toEqual(list());
      expect(await ask(project, '?platform=hub')).toEqual(list());
      expect(await ask(project, '?status=active')).toEqual(list(x, threads));
      expect(await ask(project, '?status=expired')).toEqual(list());
      expect(await ask(project, '?status=revoked')).toEqual(list(revoked));
      expect(await ask(project, '?status=revoked&includeRevoked=false')).toEqual(list(revoked));
      expect(await ask(project, '?status=revoked&includeRevoked=true')).toEqual(list(revoked));
      expect(await ask(project, '?profileId=a&platform=threads&status=active')).toEqual(list(threads));
    },
  },
  {
    section,
    statement: 'a query that is not as described: 400 invalid_request, naming each parameter',
    async run(api) {
      const project = await api.project();
      for (const [query, ...paths] of [
        ['includerevoked=true', 'includerevoked'],
        ['includeRevoked=1', 'includeRevoked'],
        ['includeRevoked=', 'includeRevoked'],
        ['includeRevoked=TRUE', 'includeRevoked'],
        ['platform=myspace', 'platform'],
        ['status=deleted', 'status'],
        [`profileId=${'a'.repeat(256)}`, 'profileId'],
        ['platform=X&status=Active&includeRevoked=yes', 'platform', 'status', 'includeRevoked'],
      ] as const) {
        expect(await ask(project, `?${query}`), query).toEqual({ status: 400, body: invalidRequest(...paths) });
      }
    },
  },
  {
    section,
    statement: 'a failure of the network that passes changes nothing about the account',
    async run(api) {
      const project = await api.project();
      const threads = await project.connect('threads');
      await api.script(threads, { of: 'publish', code: 'rate_limited' });
      const platforms = [{ platform: 'threads', accountId: threads.id }];
      const post = await project.publish({ content: 'Too fast.', platforms });
      expect(post.targets).toEqual([failedTarget(threads, 'rate_limited')]);
      expect(await ask(project)).toEqual(list(threads));
    },
  },
  {
    section,
    statement: 'accounts of other projects are not listed',
    async run(api) {
      const [project, other] = await Promise.all([api.project(), api.project()]);
      const mine = await project.connect('x', { profileId: 'same' });
      const theirs = await other.connect('x', { profileId: 'same' });
      expect(await ask(project, '?profileId=same')).toEqual(list(mine));
      expect(await ask(other, '?profileId=same')).toEqual(list(theirs));
    },
  },
  {
    section,
    statement: 'GET /accounts/:id answers { account }, also of a revoked one',
    async run(api) {
      const project = await api.project();
      const linkedin = await project.connect('linkedin', { profileId: 'p' });
      const get = async () => {
        const { status, body } = await project.call('GET', `/accounts/${linkedin.id}`);
        return { status, body };
      };
      expect(linkedin).toEqual(activeAccount('linkedin', { profileId: 'p' }));
      expect(await get()).toEqual({ status: 200, body: { account: linkedin } });
      await project.call('DELETE', `/accounts/${linkedin.id}`);
      const revoked = { ...linkedin, status: 'revoked', statusReason: 'disconnected' };
      expect(await get()).toEqual({ status: 200, body: { account: revoked } });
    },
  },
  {
    section,
    statement: 'GET /accounts/:id of another project’s, an unknown or a malformed id: 404 not_found, the same for all',
    async run(api) {
      const [project, other] = await Promise.all([api.project(), api.project()]);
      const foreign = await other.connect('x');
      const headers = { 'X-Request-Id': 'same' };
      const answers = await Promise.all(
        [foreign.id, 'acc_00000000000000000000000000', 'nonsense', foreign.id.toUpperCase()].map(async (id) => {
          const { status, body } = await project.call('GET', `/accounts/${id}`, { headers });
          return { status, body };
        }),
      );
      for (const answer of answers) {
        expect(answer).toEqual({ status: 404, body: errorBody('not_found') });
        expect(answer).toEqual(answers[0]);
      }
    },
  },
];
