import type { Target } from '@fanfare/contract';
import { expect } from 'vitest';
import { ANY, errorBody, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.14';
const HOUR_MS = 3_600_000;

type Account = { readonly id: string; readonly platform: string };

/** An entry of the answer. */
const entryOf =
  (status: string, fields: object) =>
  ({ id: accountId, platform }: Account, targetId: string | undefined) => ({
    ...{ targetId, accountId, platform, status, error: null, unpublishedAt: null },
    ...fields,
  });
const unpublished = entryOf('unpublished', { unpublishedAt: ANY.time });
const notPublished = entryOf('not_published', { error: ANY.sentence });
const failed = (code: string) => entryOf('failed', { error: expect.stringMatching(new RegExp(`^${code}: \\S`)) });

/** Word for word: a program may show it to its users. */
const OF_INSTAGRAM = 'Meta lets only apps with Facebook Login delete posts: delete it in the Instagram app.';

export const unpublishStatements: readonly Statement[] = [
  {
    section,
    statement:
      'removes every published target from its network; its status stays, unpublishedAt says when; instagram is unsupported, with the reason',
    async run(api) {
      const project = await api.project();
      const { instagram, threads, x, linkedin } = await project.connectAll();
      const hub = await project.connectHub('wordpress');
      const post = await project.publish({
        content: 'Not for long.',
        platforms: [
          targetEntry(threads),
          targetEntry(x),
          targetEntry(linkedin),
          targetEntry(hub),
          targetEntry(instagram, { mediaItems: [{ type: 'image', url: api.file('harbour.jpg') }] }),
        ],
      });
      const usage = async () => (await project.call('GET', '/usage')).body;
      const before = await usage();
      const ids = post.targets.map(({ id }) => id);
      const { status, body } = await project.call('POST', `/posts/${post.id}/unpublish`);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          targets: [
            unpublished(threads, ids[0]),
            unpublished(x, ids[1]),
            unpublished(linkedin, ids[2]),
            unpublished(hub, ids[3]),
            entryOf('unsupported', { error: OF_INSTAGRAM })(instagram, ids[4]),
          ],
        },
      });
      const read = (await project.call('GET', `/posts/${post.id}`)).body as {
        post: { status: string; targets: Target[] };
      };
      const removed = (account: Account) => ({ ...publishedTarget(account), unpublishedAt: ANY.time });
      expect(read.post).toMatchObject({
        status: 'published',
        targets: [removed(threads), removed(x), removed(linkedin), removed(hub), publishedTarget(instagram)],
      });
      expect(await usage()).toEqual(before);
    },
  },
  {
    section,
    statement: 'a repeated call, and many at once, change nothing and return the same',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id, targets } = await project.publish({ content: 'Gone once.', platforms: [targetEntry(x)] });
      const answers = await Promise.all([1, 2, 3].map(() => project.call('POST', `/posts/${id}/unpublish`)));
      const again = await project.call('POST', `/posts/${id}/unpublish`, { body: {} });
      expect(again.body).toEqual({ targets: [unpublished(x, targets[0]?.id)] });
      for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: again.body });
    },
  },
  {
    section,
    statement: 'targetIds chooses targets; the others stay published',
    async run(api) {
      const project = await api.project();
      const [one, two] = await Promise.all([project.connect('x'), project.connect('x')]);
      const { id, targets } = await project.publish({
        content: 'One of two.',
        platforms: [targetEntry(one), targetEntry(two)],
      });
      const { body } = await project.call('POST', `/posts/${id}/unpublish`, { body: { targetIds: [targets[1]?.id] } });
      expect(body).toEqual({ targets: [unpublished(two, targets[1]?.id)] });
      const read = (await project.call('GET', `/posts/${id}`)).body;
      expect(read).toMatchObject({ post: { targets: [{ unpublishedAt: null }, { unpublishedAt: ANY.time }] } });
    },
  },
  {
    section,
    statement:
      'targetIds are 1 to 10 ids of targets, and not null: else 400 invalid_request, or 404 not_found for one of no target',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id, targets } = await project.publish({ content: 'Whose?', platforms: [targetEntry(x)] });
      const path = `/posts/${id}/unpublish`;
      for (const targetIds of [[], Array(11).fill(targets[0]?.id), 'all', null]) {
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
      expect((await project.call('GET', `/posts/${id}`)).body).toMatchObject({
        post: { targets: [{ unpublishedAt: null }] },
      });
    },
  },
  {
    section,
    statement: 'a target that failed or still waits has nothing to remove; the others are removed',
    async run(api) {
      const project = await api.project();
      const { x, threads } = await project.connectAll();
      await api.script(threads, { of: 'publish', code: 'content_rejected' });
      const half = await project.publish({ content: 'Half of it.', platforms: [targetEntry(threads), targetEntry(x)] });
      const { status, body } = await project.call('POST', `/posts/${half.id}/unpublish`);
      expect({ status, body }).toEqual({
        status: 200,
        body: { targets: [notPublished(threads, half.targets[0]?.id), unpublished(x, half.targets[1]?.id)] },
      });
      const publishAt = await api.in(HOUR_MS);
      const waiting = await project.publish({ content: 'Later.', publishAt, platforms: [targetEntry(x)] });
      const later = await project.call('POST', `/posts/${waiting.id}/unpublish`);
      expect(later.body).toEqual({ targets: [notPublished(x, waiting.targets[0]?.id)] });
    },
  },
  {
    section,
    statement: 'a removal that fails is reported in its entry and as unpublishError, and another call tries it again',
    alone: 'the fault applies to the next caller of the network',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id, targets } = await project.publish({ content: 'In the end.', platforms: [targetEntry(x)] });
      await api.script(x, { of: 'unpublish', code: 'network_credits_exhausted' });
      const first = await project.call('POST', `/posts/${id}/unpublish`);
      expect(first.body).toEqual({ targets: [failed('network_credits_exhausted')(x, targets[0]?.id)] });
      const read = async () => (await project.call('GET', `/posts/${id}`)).body;
      expect(await read()).toMatchObject({
        post: {
          targets: [{ unpublishedAt: null, unpublishError: expect.stringMatching(/^network_credits_exhausted: /) }],
        },
      });
      const again = await project.call('POST', `/posts/${id}/unpublish`);
      expect(again.body).toEqual({ targets: [unpublished(x, targets[0]?.id)] });
      expect(await read()).toMatchObject({ post: { targets: [{ unpublishedAt: ANY.time, unpublishError: null }] } });
    },
  },
  {
    section,
    statement: 'an account that is not active any more: its removal fails with account_not_active, and the post stays',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id, targets } = await project.publish({ content: 'Left.', platforms: [targetEntry(x)] });
      await project.call('DELETE', `/accounts/${x.id}`);
      const { status, body } = await project.call('POST', `/posts/${id}/unpublish`);
      expect({ status, body }).toEqual({
        status: 200,
        body: { targets: [failed('account_not_active')(x, targets[0]?.id)] },
      });
    },
  },
  {
    section,
    statement: 'what is removed has no metrics and is not reposted: both say why',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id } = await project.publish({ content: 'Uncounted.', platforms: [targetEntry(x)] });
      await project.call('POST', `/posts/${id}/unpublish`);
      const metrics = await project.call('GET', `/posts/${id}/metrics`);
      expect(metrics.body).toMatchObject({
        targets: [
          {
            metrics: null,
            metricsError: 'content_rejected: The post was removed from the network, so there is nothing to count.',
          },
        ],
      });
      const repost = await project.call('POST', `/posts/${id}/repost`);
      expect(repost.body).toMatchObject({
        reposts: [
          {
            status: 'failed',
            error: 'content_rejected: The post was removed from the network, so it cannot be reposted.',
          },
        ],
      });
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
        const { status, body } = await project.call('POST', `/posts/${id}/unpublish`);
        expect({ status, body }).toEqual({ status: 404, body: errorBody('not_found') });
      }
    },
  },
];
