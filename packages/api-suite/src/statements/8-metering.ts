import type { Account, Usage } from '@fanfare/contract';
import { expect } from 'vitest';
import type { Api, Project } from '../api.ts';
import { ANY, errorBody, failedTarget, pendingTarget, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '8';
const LINK = 'https://example.com/menu';

const usageOf = async (project: Project): Promise<Usage> => {
  const { status, body } = await project.call('GET', '/usage');
  expect(status).toBe(200);
  return body as Usage;
};

/** The month (UTC) a moment falls in. */
async function period(api: Api): Promise<{ readonly periodStart: string; readonly periodEnd: string }> {
  const now = new Date(await api.in(0));
  const start = (months: number): string =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString();
  return { periodStart: start(0), periodEnd: start(1) };
}

/** Targets of one account, each with a text of its own. */
const targetsOf = (account: Account, count: number, text: string) =>
  Array.from({ length: count }, (_, at) => targetEntry(account, { content: `${text} ${at}` }));

/** Holds all of the plan `free` but `left` units, by posts that wait. */
async function holdAllBut(api: Api, project: Project, x: Account, left: number): Promise<void> {
  const publishAt = await api.in(3_600_000);
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

export const meteringStatements: readonly Statement[] = [
  {
    section,
    statement: 'GET /usage tells plan, period, included, used, reserved, remaining and overage, for every plan',
    async run(api) {
      for (const [plan, included, overage] of [
        ['free', 100, false],
        ['pro', 5_000, true],
        ['scale', 50_000, true],
        ['self_hosted', null, true],
      ] as const) {
        const project = await api.project(plan);
        expect(await usageOf(project)).toEqual({
          plan,
          ...(await period(api)),
          included,
          used: 0,
          reserved: 0,
          remaining: included,
          overage,
        });
      }
    },
  },
  {
    section,
    statement: 'the billable unit is a network write: one per target that published, plus one per first comment',
    async run(api) {
      const project = await api.project('free');
      const { threads, linkedin } = await project.connectAll();
      const before = await usageOf(project);
      const post = await project.publish({
        content: 'Three writes.',
        platforms: [targetEntry(threads, { firstComment: 'And this.' }), targetEntry(linkedin)],
      });
      expect(post.targets).toEqual([
        { ...publishedTarget(threads), commentStatus: 'published', commentId: ANY.text },
        publishedTarget(linkedin),
      ]);
      expect(await usageOf(project)).toEqual({ ...before, used: 3, remaining: 97 });
    },
  },
  {
    section,
    statement: 'a first comment that a network does not have costs nothing',
    async run(api) {
      const project = await api.project('free');
      const x = await project.connect('x');
      await project.publish({ content: 'One write.', platforms: [targetEntry(x, { firstComment: 'None.' })] });
      expect(await usageOf(project)).toMatchObject({ used: 1, reserved: 0, remaining: 99 });
    },
  },
  {
    section,
    statement: 'a target that failed costs nothing, and what was held for it is given back',
    async run(api) {
      const project = await api.project('free');
      const { x, threads } = await project.connectAll();
      await api.script(x, { of: 'publish', code: 'account_restricted' });
      const post = await project.publish({
        content: LINK,
        platforms: [targetEntry(x), targetEntry(threads, { content: 'No link.' })],
      });
      expect(post.targets).toEqual([failedTarget(x, 'account_restricted'), publishedTarget(threads)]);
      expect(await usageOf(project)).toMatchObject({ used: 1, reserved: 0, remaining: 99 });
    },
  },
  {
    section,
    statement: 'an x post containing a link costs 65 units, the same post elsewhere one',
    async run(api) {
      const project = await api.project('free');
      const { x, threads } = await project.connectAll();
      for (const [content, units] of [
        [`Our menu: ${LINK}`, 65],
        ['example.com has our menu', 65],
        ['No link here', 1],
      ] as const) {
        const { body } = await project.call('POST', '/posts/validate', {
          body: { content, platforms: [targetEntry(x), targetEntry(threads)] },
        });
        expect(body, content).toEqual({
          valid: true,
          violations: [],
          warnings: [],
          units: units + 1,
          targets: [
            { accountId: x.id, platform: 'x', units },
            { accountId: threads.id, platform: 'threads', units: 1 },
          ],
        });
      }
      await project.publish({ content: `Our menu: ${LINK}`, platforms: [targetEntry(x), targetEntry(threads)] });
      expect(await usageOf(project)).toMatchObject({ used: 66, remaining: 34 });
    },
  },
  {
    section,
    statement: 'a repost is one write without link surcharge, billed once per target',
    async run(api) {
      const project = await api.project('free');
      const x = await project.connect('x');
      const post = await project.publish({ content: `Our menu: ${LINK}`, platforms: [targetEntry(x)] });
      for (let count = 0; count < 2; count++) {
        expect((await project.call('POST', `/posts/${post.id}/repost`)).status).toBe(200);
        expect(await usageOf(project)).toMatchObject({ used: 66, reserved: 0, remaining: 34 });
      }
    },
  },
  {
    section,
    statement: 'a repost of any other post is billed once per account and post',
    async run(api) {
      const [project, other] = await Promise.all([api.project('free'), api.project()]);
      const author = await other.connect('x');
      const theirs = await other.publish({ content: 'Somebody else’s.', platforms: [targetEntry(author)] });
      const [one, two] = [await project.connect('x'), await project.connect('x')];
      const platformPostId = theirs.targets[0]?.platformPostId;
      const repost = (...accounts: readonly Account[]) =>
        project.call('POST', '/reposts', {
          body: { platform: 'x', platformPostId, accountIds: accounts.map(({ id }) => id) },
        });
      for (const [accounts, used] of [
        [[one], 1],
        [[one], 1],
        [[one, two], 2],
        [[two, one], 2],
      ] as const) {
        expect((await repost(...accounts)).status).toBe(200);
        expect(await usageOf(project)).toMatchObject({ used, reserved: 0 });
      }
    },
  },
  {
    section,
    statement: 'a scheduled post holds its units until it is published, cancelled or failed',
    async run(api) {
      const project = await api.project('free');
      const { x, threads } = await project.connectAll();
      const platforms = [targetEntry(x), targetEntry(threads, { firstComment: 'And this.' })];
      const soon = await project.publish({ content: 'Soon.', publishAt: await api.in(4_000), platforms });
      const later = await project.publish({ content: LINK, publishAt: await api.in(3_600_000), platforms });
      expect(await usageOf(project)).toMatchObject({ used: 0, reserved: 70, remaining: 30 });
      await project.call('POST', `/posts/${later.id}/cancel`);
      await project.settled(soon.id);
      // A comment is written right after its target has settled.
      for (let looks = 0; looks < 20 && (await usageOf(project)).reserved > 0; looks++) await api.pass(200);
      expect(await usageOf(project)).toMatchObject({ used: 3, reserved: 0, remaining: 97 });
    },
  },
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
    statement: 'a plan with overage goes on beyond its included units, and tells that none remain',
    async run(api) {
      const project = await api.project('pro');
      const x = await project.connect('x');
      const publishAt = await api.in(3_600_000);
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
    statement: 'reading metrics is free, and so is everything that writes nothing to a network',
    async run(api) {
      const project = await api.project('free');
      const x = await project.connect('x');
      const post = await project.publish({ content: 'One write.', platforms: [targetEntry(x)] });
      const before = await usageOf(project);
      expect(before).toMatchObject({ used: 1, reserved: 0 });
      for (const [method, path, body] of [
        ['GET', `/posts/${post.id}/metrics`, undefined],
        ['GET', `/posts/${post.id}`, undefined],
        ['GET', '/posts', undefined],
        ['GET', '/platforms', undefined],
        ['POST', '/posts/validate', { content: LINK, platforms: [targetEntry(x)] }],
        ['POST', '/accounts/connect', { platform: 'threads' }],
        ['DELETE', `/accounts/${x.id}`, undefined],
      ] as const) {
        expect((await project.call(method, path, body && { body })).status, path).toBe(200);
      }
      expect(await usageOf(project)).toEqual(before);
    },
  },
];
