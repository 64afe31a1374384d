import { expect } from 'vitest';
import { ANY, errorBody } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.5';
const HOUR_MS = 3_600_000;

export const admissionStatements: readonly Statement[] = [
  {
    section,
    statement: 'publishAt must lie in the future, with 60 seconds of tolerance; else 400 invalid_request',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const ask = async (ms: number) =>
        project.call('POST', '/posts', {
          body: {
            content: `In ${ms} ms.`,
            publishAt: await api.in(ms),
            platforms: [targetEntry(x)],
            idempotencyKey: api.newKey(),
          },
        });
      const { status, body } = await ask(-62_000);
      expect({ status, body }).toEqual({
        status: 400,
        body: errorBody('invalid_request', [{ path: 'publishAt', message: ANY.sentence }]),
      });
      const tolerated = await ask(-50_000);
      expect(tolerated.status).toBe(202);
      const { post } = tolerated.body as { post: { id: string } };
      await api.pass(1);
      expect((await project.settled(post.id)).status).toBe('published');
    },
  },
  {
    section,
    statement: 'publishAt may have any offset and is returned in UTC with milliseconds',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const at = new Date(Math.floor(Date.parse(await api.in(HOUR_MS)) / 1000) * 1000);
      const local = new Date(at.getTime() + 5.5 * HOUR_MS).toISOString().slice(0, 19);
      const post = await project.publish({
        content: 'There.',
        publishAt: `${local}+05:30`,
        platforms: [targetEntry(x)],
      });
      expect(post.publishAt).toBe(at.toISOString());
    },
  },
  {
    section,
    statement: 'validation order: shape, account, platform, content rules, quota; the first that fails answers',
    async run(api) {
      const project = await api.project('free');
      const { x, threads } = await project.connectAll();
      const link = 'https://example.com/';
      await project.publish({ content: `${link}first`, platforms: [targetEntry(x)] });
      const missing = { platform: 'x', accountId: 'acc_00000000000000000000000000' };
      const mismatched = { platform: 'x', accountId: threads.id };
      const tooLong = targetEntry(x, { content: 'a'.repeat(281) });
      const tooMuch = targetEntry(x, { content: `${link}second` });
      const ask = (platforms: readonly unknown[], more: object = {}) =>
        project.call('POST', '/posts', { body: { content: 'a', platforms, idempotencyKey: api.newKey(), ...more } });
      const answers = [
        await ask([tooMuch, tooLong, mismatched, missing], { mediaItems: 'none' }),
        await ask([tooMuch, tooLong, mismatched, missing], { publishAt: await api.in(-HOUR_MS) }),
        await ask([tooMuch, tooLong, mismatched, missing]),
        await ask([tooMuch, tooLong, mismatched]),
        await ask([tooMuch, tooLong]),
        await ask([tooMuch]),
      ];
      const codes = answers.map(({ status, body }) => [status, (body as { error: { code: string } }).error.code]);
      expect(codes).toEqual([
        [400, 'invalid_request'],
        [400, 'invalid_request'],
        [404, 'account_not_found'],
        [400, 'platform_mismatch'],
        [400, 'invalid_post'],
        [429, 'quota_exceeded'],
      ]);
      const { posts } = (await project.call('GET', '/posts')).body as { posts: unknown[] };
      expect(posts.length).toBe(1);
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 65, reserved: 0, remaining: 35 });
    },
  },
  {
    section,
    statement: 'every account that is missing is named at once',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const ids = ['acc_00000000000000000000000000', x.id, 'nonsense'];
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          content: 'a',
          platforms: ids.map((accountId) => ({ platform: 'x', accountId })),
          idempotencyKey: api.newKey(),
        },
      });
      const details = [0, 2].map((at) => ({
        path: `platforms[${at}].accountId`,
        message: `There is no account ${ids[at]} in this project.`,
        accountId: ids[at],
      }));
      expect({ status, body }).toEqual({ status: 404, body: errorBody('account_not_found', details) });
    },
  },
  {
    section,
    statement: 'a target platform that differs from the account’s platform: 400 platform_mismatch',
    async run(api) {
      const project = await api.project();
      const { x, threads } = await project.connectAll();
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          content: 'a',
          platforms: [
            targetEntry(x),
            { platform: 'linkedin', accountId: threads.id },
            { platform: 'hub', accountId: x.id, spaceSlug: 'news' },
          ],
          idempotencyKey: api.newKey(),
        },
      });
      const details = [
        {
          path: 'platforms[1].platform',
          message: `Account ${threads.id} is on threads, not on linkedin.`,
          platform: 'linkedin',
          accountId: threads.id,
        },
        {
          path: 'platforms[2].platform',
          message: `Account ${x.id} is on x, not on hub.`,
          platform: 'hub',
          accountId: x.id,
        },
      ];
      expect({ status, body }).toEqual({ status: 400, body: errorBody('platform_mismatch', details) });
    },
  },
  {
    section,
    statement: 'quota on a plan without overage: 429 quota_exceeded with what is left; nothing is published',
    async run(api) {
      const project = await api.project('free');
      const { x, threads } = await project.connectAll();
      await project.publish({ content: 'https://example.com/', platforms: [targetEntry(x)] });
      const publishAt = await api.in(60_000);
      await project.publish({
        content: 'Held.',
        publishAt,
        platforms: [targetEntry(threads, { firstComment: 'Too.' })],
      });
      const before = (await project.call('GET', '/usage')).body as { periodEnd: string };
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          content: 'https://example.com/again',
          platforms: [targetEntry(threads), targetEntry(x)],
          idempotencyKey: api.newKey(),
        },
      });
      const detail = { limit: 100, used: 65, reserved: 2, requested: 66, resetsAt: before.periodEnd };
      expect({ status, body }).toEqual({ status: 429, body: errorBody('quota_exceeded', [detail]) });
      expect((await project.call('GET', '/usage')).body).toEqual(before);
      const { posts } = (await project.call('GET', '/posts')).body as { posts: unknown[] };
      expect(posts.length).toBe(2);
    },
  },
];
