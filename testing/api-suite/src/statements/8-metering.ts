import type { Account } from '@fanfare/contract';
import { expect } from 'vitest';
import { laterThisMonth, period, usageOf } from '../project-usage.ts';
import { ANY, failedTarget, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '8';
const LINK = 'https://example.com/menu';

export const meteringStatements: readonly Statement[] = [
  {
    section,
    statement: 'GET /usage shows plan, period, included, used, reserved, remaining and overage, for every plan',
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
    statement: 'an x post containing a link costs 65 units, which a warning says, the same post elsewhere one',
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
          warnings: units === 65 ? [{ path: 'platforms[0].content', message: ANY.sentence }] : [],
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
      const later = await project.publish({ content: LINK, publishAt: await laterThisMonth(api), platforms });
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
