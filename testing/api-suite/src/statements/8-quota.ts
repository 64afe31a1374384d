import type { Account, Usage } from '@fanfare/contract';
import { expect } from 'vitest';
import type { Api, Project } from '../api.ts';
import { laterThisMonth, period, targetsOf, usageOf } from '../project-usage.ts';
import { ANY, activeAccount, errorBody, pendingTarget, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '8';
const LINK = 'https://example.com/menu';

/** Holds all of the plan `free` but `left` units, by posts that wait. */
async function holdAllBut(api: Api, project: Project, x: Account, left: number): Promise<void> {
  const publishAt = await laterThisMonth(api);
  await project.publish({ publishAt, platforms: targetsOf(x, 1, LINK) });
  for (let rest = 35 - left; rest > 0; rest -= 10) {
    await project.publish({ publishAt, platforms: targetsOf(x, Math.min(rest, 10), `Held ${rest}`) });
  }
  expect(await usageOf(project)).toMatchObject({ reserved: 100 - left, remaining: left });
}

const tooMuch = async (project: Project, usage: Partial<Usage>, requested: number) => ({
  status: 429,
  body: errorBody('quota_exceeded', [
    { limit: 100, used: 0, reserved: 0, ...usage, requested, resetsAt: (await usageOf(project)).periodEnd },
  ]),
});

/** Units of plans, and their limits. */
export const quotaStatements: readonly Statement[] = [
  {
    section,
    statement: 'a scheduled post is counted in the month of its publishAt',
    async run(api) {
      const project = await api.project('free');
      const x = await project.connect('x');
      const { periodEnd } = await usageOf(project);
      const later = (days: number) => new Date(Date.parse(periodEnd) + days * 86_400_000).toISOString();
      const link = { content: LINK, platforms: [targetEntry(x)] };
      await project.publish({ ...link, publishAt: later(1) });
      expect(await usageOf(project)).toMatchObject({ used: 0, reserved: 0, remaining: 100 });
      const { status, body } = await project.call('POST', '/posts', {
        body: { ...link, content: `${LINK}?again`, publishAt: later(2), idempotencyKey: api.newKey() },
      });
      const nextEnd = new Date(periodEnd);
      nextEnd.setUTCMonth(nextEnd.getUTCMonth() + 1);
      const detail = { limit: 100, used: 0, reserved: 65, requested: 65, resetsAt: nextEnd.toISOString() };
      expect({ status, body }).toEqual({ status: 429, body: errorBody('quota_exceeded', [detail]) });
    },
  },
  {
    section,
    statement: 'the very last unit of the allowance can be used, and not one more',
    async run(api) {
      const project = await api.project('free');
      const x = await project.connect('x');
      await holdAllBut(api, project, x, 2);
      const ask = (count: number) =>
        project.call('POST', '/posts', {
          body: { platforms: targetsOf(x, count, `Last ${count}`), idempotencyKey: api.newKey() },
        });
      const three = await ask(3);
      expect({ status: three.status, body: three.body }).toEqual(await tooMuch(project, { reserved: 98 }, 3));
      expect((await ask(2)).status).toBe(201);
      expect(await usageOf(project)).toMatchObject({ used: 2, reserved: 98, remaining: 0 });
      const one = await ask(1);
      expect({ status: one.status, body: one.body }).toEqual(await tooMuch(project, { used: 2, reserved: 98 }, 1));
    },
  },
  {
    section,
    statement: 'quota is enforced before any network call: a post that is refused leaves nothing, and its key free',
    async run(api) {
      const project = await api.project('free');
      const x = await project.connect('x');
      await holdAllBut(api, project, x, 0);
      const { body: before } = await project.call('GET', '/posts');
      const body = { content: 'No room.', platforms: [targetEntry(x)], idempotencyKey: api.newKey() };
      for (let count = 0; count < 2; count++) {
        const answer = await project.call('POST', '/posts', { body });
        expect({ status: answer.status, body: answer.body }).toEqual(await tooMuch(project, { reserved: 100 }, 1));
      }
      expect((await project.call('GET', '/posts')).body).toEqual(before);
      const [held] = (before as { posts: { id: string }[] }).posts;
      await project.call('POST', `/posts/${held?.id}/cancel`);
      const again = await project.call('POST', '/posts', { body });
      expect({ status: again.status, body: again.body }).toMatchObject({
        status: 201,
        body: { replayed: false, post: { targets: [publishedTarget(x)] } },
      });
    },
  },
  {
    section,
    statement: 'reposts stop at the allowance too: 429 quota_exceeded, and nothing is reposted',
    async run(api) {
      const project = await api.project('free');
      const x = await project.connect('x');
      const post = await project.publish({ content: 'Mine.', platforms: [targetEntry(x)] });
      const published = post.targets[0]?.platformPostId;
      await holdAllBut(api, project, x, 1).catch(() => undefined);
      expect(await usageOf(project)).toMatchObject({ used: 1, reserved: 99, remaining: 0 });
      for (const [path, body] of [
        [`/posts/${post.id}/repost`, undefined],
        ['/reposts', { platform: 'x', platformPostId: published, accountIds: [x.id] }],
      ] as const) {
        const answer = await project.call('POST', path, body && { body });
        expect({ status: answer.status, body: answer.body }, path).toEqual(
          await tooMuch(project, { used: 1, reserved: 99 }, 1),
        );
      }
    },
  },
  {
    section,
    statement: 'a plan with overage continues beyond its included units, and shows that none remain',
    async run(api) {
      const project = await api.project('pro');
      const x = await project.connect('x');
      const publishAt = await laterThisMonth(api);
      for (let count = 0; count < 8; count++) {
        await project.publish({ publishAt, platforms: targetsOf(x, 10, `${LINK}?${count}`) });
      }
      const beyond = { plan: 'pro', included: 5_000, used: 0, reserved: 5_200, remaining: 0, overage: true };
      expect(await usageOf(project)).toEqual({ ...(await period(api)), ...beyond });
      const post = await project.publish({ content: 'One more.', publishAt, platforms: [targetEntry(x)] });
      expect(post.targets).toEqual([pendingTarget(x)]);
      expect(await usageOf(project)).toMatchObject({ reserved: 5_201, remaining: 0 });
    },
  },
  {
    section,
    statement: 'the cap of accounts is one of the workspace: accounts of its other projects count, revoked ones do not',
    async run(api) {
      const [free, pro] = await api.workspace('free', 'pro');
      if (!free || !pro) throw new Error('There are not two projects.');
      const accounts = await Promise.all([1, 2, 3, 4, 5].map(() => pro.connect('x')));
      const start = async (project: Project) => {
        const { status, body } = await project.call('POST', '/accounts/connect', { body: { platform: 'threads' } });
        return { status, body };
      };
      expect(await start(free)).toEqual({ status: 403, body: errorBody('account_limit_reached') });
      expect(await start(pro)).toEqual({ status: 200, body: { authUrl: ANY.url } });
      expect((await free.call('GET', '/accounts')).body).toEqual({ accounts: [] });
      await pro.call('DELETE', `/accounts/${accounts[0]?.id}`);
      expect(await free.connect('threads')).toEqual(activeAccount('threads'));
      expect(await start(free)).toEqual({ status: 200, body: { authUrl: ANY.url } });
    },
  },
  {
    section,
    statement: 'self_hosted has neither an allowance nor a cap of accounts',
    async run(api) {
      const project = await api.project('self_hosted');
      const accounts = await Promise.all([1, 2, 3, 4, 5, 6].map(() => project.connect('x')));
      expect((await project.call('GET', '/accounts')).body).toEqual({ accounts: expect.arrayContaining(accounts) });
      const post = await project.publish({ content: LINK, platforms: accounts.map((account) => targetEntry(account)) });
      expect(post.targets).toEqual(accounts.map(publishedTarget));
      expect(await usageOf(project)).toMatchObject({ included: null, used: 6 * 65, reserved: 0, remaining: null });
    },
  },
  {
    section,
    statement:
      'plans have a cap of projects in a workspace: one more is refused, in a sentence that names plan and cap',
    async run(api) {
      const five = await api.workspace('pro', 'pro', 'pro', 'pro', 'pro');
      for (const project of five) expect(await usageOf(project)).toMatchObject({ plan: 'pro', used: 0 });
      const refused = (plan: string, cap: string) =>
        new RegExp(`The plan \\\\?"${plan}\\\\?" allows ${cap} in a workspace, and ws_[0-9a-z]{26} has that many\\.`);
      await expect(api.workspace('pro', 'pro', 'pro', 'pro', 'pro', 'pro')).rejects.toThrow(
        refused('pro', '5 projects'),
      );
      await expect(api.workspace('free', 'free')).rejects.toThrow(refused('free', '1 project'));
    },
  },
];
