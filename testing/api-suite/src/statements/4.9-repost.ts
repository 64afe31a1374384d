import { expect } from 'vitest';
import { ANY, errorBody } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.9';
const HOUR_MS = 3_600_000;

type Account = { readonly id: string; readonly platform: string };

const nothing = { platformRepostId: null, error: null, repostedAt: null };
/** An entry of the answer. */
const entryOf =
  (status: string, fields: object) =>
  ({ id: accountId, platform }: Account, targetId: string | undefined) => ({
    ...{ targetId, accountId, platform, status },
    ...fields,
  });
const reposted = entryOf('reposted', { platformRepostId: ANY.text, error: null, repostedAt: ANY.time });
const unsupported = entryOf('unsupported', nothing);

export const repostStatements: readonly Statement[] = [
  {
    section,
    statement:
      'reshares the published targets from the accounts that published them; platforms but x report unsupported',
    async run(api) {
      const project = await api.project();
      const { instagram, threads, x, linkedin } = await project.connectAll();
      const post = await project.publish({
        content: 'Once more.',
        platforms: [
          targetEntry(threads),
          targetEntry(x),
          targetEntry(linkedin),
          targetEntry(instagram, { mediaItems: [{ type: 'image', url: api.file('harbour.jpg') }] }),
        ],
      });
      const ids = post.targets.map(({ id }) => id);
      const { status, body } = await project.call('POST', `/posts/${post.id}/repost`);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          reposts: [
            unsupported(threads, ids[0]),
            reposted(x, ids[1]),
            unsupported(linkedin, ids[2]),
            unsupported(instagram, ids[3]),
          ],
        },
      });
    },
  },
  {
    section,
    statement: 'repeat calls are a no-op and return the same; at most one repost is billed per target',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id } = await project.publish({ content: 'Once more.', platforms: [targetEntry(x)] });
      const usage = async () => (await project.call('GET', '/usage')).body;
      expect(await usage()).toMatchObject({ used: 1, reserved: 0 });
      const first = await project.call('POST', `/posts/${id}/repost`);
      expect(await usage()).toMatchObject({ used: 2, reserved: 0 });
      const again = await project.call('POST', `/posts/${id}/repost`, { body: {} });
      const atOnce = await Promise.all([1, 2, 3].map(() => project.call('POST', `/posts/${id}/repost`)));
      for (const { status, body } of [again, ...atOnce])
        expect({ status, body }).toEqual({ status: 200, body: first.body });
      expect(await usage()).toMatchObject({ used: 2, reserved: 0 });
    },
  },
  {
    section,
    statement: 'many first calls at once make one repost and bill it once',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id, targets } = await project.publish({ content: 'At once.', platforms: [targetEntry(x)] });
      const answers = await Promise.all([1, 2, 3, 4].map(() => project.call('POST', `/posts/${id}/repost`)));
      const [first] = answers;
      expect(first?.body).toEqual({ reposts: [reposted(x, targets[0]?.id)] });
      for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: first?.body });
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 2, reserved: 0 });
    },
  },
  {
    section,
    statement: 'a repost is one network write with no link surcharge',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id } = await project.publish({ content: 'https://example.com/', platforms: [targetEntry(x)] });
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 65 });
      await project.call('POST', `/posts/${id}/repost`);
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 66, reserved: 0 });
    },
  },
  {
    section,
    statement: 'targetIds chooses targets; the answer is in the order of the post’s targets',
    async run(api) {
      const project = await api.project();
      const [one, two] = await Promise.all([project.connect('x'), project.connect('x')]);
      const { id, targets } = await project.publish({
        content: 'Choose.',
        platforms: [targetEntry(one), targetEntry(two)],
      });
      const [first, second] = targets.map((target) => target.id);
      const chosen = await project.call('POST', `/posts/${id}/repost`, { body: { targetIds: [second] } });
      expect({ status: chosen.status, body: chosen.body }).toEqual({
        status: 200,
        body: { reposts: [reposted(two, second)] },
      });
      const both = await project.call('POST', `/posts/${id}/repost`, { body: { targetIds: [second, first] } });
      expect(both.body).toEqual({ reposts: [reposted(one, first), reposted(two, second)] });
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 4, reserved: 0 });
    },
  },
  {
    section,
    statement: 'targetIds are 1 to 10 ids of targets: else 400 invalid_request, or 404 not_found for one of no target',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id, targets } = await project.publish({ content: 'Whose?', platforms: [targetEntry(x)] });
      const path = `/posts/${id}/repost`;
      for (const targetIds of [[], Array(11).fill(targets[0]?.id), 'all', 7]) {
        const { status, body } = await project.call('POST', path, { body: { targetIds } });
        expect({ status, body }).toEqual({
          status: 400,
          body: errorBody('invalid_request', [{ path: 'targetIds', message: ANY.sentence }]),
        });
      }
      const stranger = 'tgt_00000000000000000000000000';
      const { status, body } = await project.call('POST', path, { body: { targetIds: [targets[0]?.id, stranger] } });
      const detail = { path: 'targetIds[1]', message: `There is no target ${stranger} in this post.` };
      expect({ status, body }).toEqual({ status: 404, body: errorBody('not_found', [detail]) });
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 1 });
    },
  },
  {
    section,
    statement: 'targetIds is not null, by which every target would be reposted',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id } = await project.publish({ content: 'Which?', platforms: [targetEntry(x)] });
      const { status, body } = await project.call('POST', `/posts/${id}/repost`, { body: { targetIds: null } });
      expect({ status, body }).toEqual({
        status: 400,
        body: errorBody('invalid_request', [
          { path: 'targetIds', message: expect.stringContaining('every published target would be reposted') },
        ]),
      });
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 1 });
    },
  },
  {
    section,
    statement: 'only published targets are reshared',
    async run(api) {
      const project = await api.project();
      const { x, threads } = await project.connectAll();
      await api.script(threads, { of: 'publish', code: 'content_rejected' });
      const { id, status, targets } = await project.publish({
        content: 'Half of it.',
        platforms: [targetEntry(threads), targetEntry(x)],
      });
      expect(status).toBe('partial');
      const answer = await project.call('POST', `/posts/${id}/repost`);
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 200,
        body: { reposts: [reposted(x, targets[1]?.id)] },
      });
    },
  },
  {
    section,
    statement: 'no published target at all: 409 not_published, whether the post waits, failed or was cancelled',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const threads = await project.connect('threads');
      const platforms = [targetEntry(threads)];
      const publishAt = await api.in(HOUR_MS);
      const waiting = await project.publish({ content: 'Later.', publishAt, platforms });
      const cancelled = await project.publish({ content: 'Never.', publishAt, platforms });
      await project.call('POST', `/posts/${cancelled.id}/cancel`);
      await api.script(threads, { of: 'publish', code: 'content_rejected' });
      const failed = await project.publish({ content: 'Refused.', platforms });
      for (const { id } of [waiting, cancelled, failed]) {
        const { status, body } = await project.call('POST', `/posts/${id}/repost`);
        expect({ status, body }).toEqual({ status: 409, body: errorBody('not_published') });
      }
    },
  },
  {
    section,
    statement: 'a repost that fails is reported in its entry and is not billed; the others are made',
    async run(api) {
      const project = await api.project();
      const [one, two] = await Promise.all([project.connect('x'), project.connect('x')]);
      const { id, targets } = await project.publish({
        content: 'Limited.',
        platforms: [targetEntry(one), targetEntry(two)],
      });
      await api.script(one, { of: 'repost', code: 'rate_limited' });
      const { status, body } = await project.call('POST', `/posts/${id}/repost`);
      const error: unknown = expect.stringMatching(/^rate_limited: \S/);
      const failed = entryOf('failed', { ...nothing, error })(one, targets[0]?.id);
      expect({ status, body }).toEqual({ status: 200, body: { reposts: [failed, reposted(two, targets[1]?.id)] } });
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 3, reserved: 0 });
    },
  },
  {
    section,
    statement: 'a repost that failed can be made by another call',
    alone: 'the fault applies to the next caller of the network',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id, targets } = await project.publish({ content: 'In the end.', platforms: [targetEntry(x)] });
      await api.script(x, { of: 'repost', code: 'network_credits_exhausted' });
      const first = await project.call('POST', `/posts/${id}/repost`);
      expect(first.body).toEqual({
        reposts: [
          entryOf('failed', { ...nothing, error: expect.stringMatching(/^network_credits_exhausted: \S/) })(
            x,
            targets[0]?.id,
          ),
        ],
      });
      const again = await project.call('POST', `/posts/${id}/repost`);
      expect(again.body).toEqual({ reposts: [reposted(x, targets[0]?.id)] });
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 2, reserved: 0 });
    },
  },
  {
    section,
    statement: 'an account that is not active any more: its repost fails with account_not_active',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id, targets } = await project.publish({ content: 'Gone.', platforms: [targetEntry(x)] });
      await project.call('DELETE', `/accounts/${x.id}`);
      const { status, body } = await project.call('POST', `/posts/${id}/repost`);
      const failed = {
        ...reposted(x, targets[0]?.id),
        ...nothing,
        status: 'failed',
        error: expect.stringMatching(/^account_not_active: \S/),
      };
      expect({ status, body }).toEqual({ status: 200, body: { reposts: [failed] } });
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 1, reserved: 0 });
    },
  },
  {
    section,
    statement: 'a post that is unknown, malformed or of another project: 404 not_found, the same for all',
    async run(api) {
      const [project, other] = await Promise.all([api.project(), api.project()]);
      const x = await other.connect('x');
      const post = await other.publish({ content: 'Theirs.', platforms: [targetEntry(x)] });
      for (const id of [post.id, 'post_00000000000000000000000000', 'nonsense']) {
        const { status, body } = await project.call('POST', `/posts/${id}/repost`);
        expect({ status, body }).toEqual({ status: 404, body: errorBody('not_found') });
      }
    },
  },
  {
    section,
    statement: 'quota as for posts: 429 quota_exceeded on a plan that has none left, and nothing is reposted',
    async run(api) {
      const project = await api.project('free');
      const { x, threads } = await project.connectAll();
      const post = await project.publish({ content: 'The last unit.', platforms: [targetEntry(x)] });
      // What is scheduled holds its units: 65, 20 and 14.
      const publishAt = await api.in(60_000);
      const hold = (platforms: readonly unknown[]) => project.publish({ content: 'Held.', publishAt, platforms });
      const ofThreads = (count: number) =>
        Array.from({ length: count }, (_, at) =>
          targetEntry(threads, { content: `Held ${at}.`, firstComment: 'Too.' }),
        );
      await hold([targetEntry(x, { content: 'https://example.com/' })]);
      await hold(ofThreads(10));
      await hold(ofThreads(7));
      const before = (await project.call('GET', '/usage')).body as { periodEnd: string };
      expect(before).toMatchObject({ used: 1, reserved: 99, remaining: 0 });
      const detail = { limit: 100, used: 1, reserved: 99, requested: 1, resetsAt: before.periodEnd };
      const own = await project.call('POST', `/posts/${post.id}/repost`);
      const any = await project.call('POST', '/reposts', {
        body: { platform: 'x', platformPostId: post.targets[0]?.platformPostId, accountIds: [x.id] },
      });
      for (const { status, body } of [own, any])
        expect({ status, body }).toEqual({ status: 429, body: errorBody('quota_exceeded', [detail]) });
      expect((await project.call('GET', '/usage')).body).toEqual(before);
    },
  },
];
