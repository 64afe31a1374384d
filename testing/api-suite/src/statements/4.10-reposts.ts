import { expect } from 'vitest';
import type { Api, Project } from '../api.ts';
import { ANY } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.10';

type Account = { readonly id: string; readonly platform: string };

const reposted = ({ id, platform }: Account) => ({
  accountId: id,
  platform,
  status: 'reposted',
  platformRepostId: ANY.text,
  error: null,
  repostedAt: ANY.time,
});
const without = (account: Account, status: string, error: unknown = null) => ({
  ...reposted(account),
  status,
  platformRepostId: null,
  error,
  repostedAt: null,
});

/** The id of a post on X that the asking project did not publish. */
async function strangersPost(api: Api): Promise<string> {
  const stranger = await api.project();
  const x = await stranger.connect('x');
  const { targets } = await stranger.publish({ content: 'By somebody else.', platforms: [targetEntry(x)] });
  return targets[0]?.platformPostId ?? '';
}

const usageOf = async (project: Project) => (await project.call('GET', '/usage')).body;

/** Every shape links to posts of X have; the user in them decides nothing. */
const LINKS: readonly ((id: string) => string)[] = [
  (id) => `https://x.com/somebody/status/${id}`,
  (id) => `http://twitter.com/somebody/statuses/${id}/photo/1?s=20#m`,
  (id) => `https://mobile.twitter.com/i/web/status/${id}`,
  (id) => `https://www.x.com/i/status/${id}/`,
  (id) => `https://m.twitter.com/statuses/${id}`,
  (id) => `https://twitter.com/#!/somebody/status/${id}`,
  (id) => `https://twitter3e4tixl4xyajtrzo62zg5vztmjuricljdp2c5kshju4avyoid.onion/somebody/status/${id}`,
  (id) => `https://fxtwitter.com/somebody/status/${id}.jpg`,
  (id) => `https://vxtwitter.com/SomebodyElse/status/${id}`,
  (id) => `https://x.com/intent/retweet?tweet_id=${id}`,
  (id) => `https://x.com/intent/post?in_reply_to=${id}&text=hm`,
  (id) => `HTTPS://X.COM/somebody/status/${id}`,
  (id) => `https://pro.x.com/Somebody/Status/${id}`,
  (id) => `https://web.twitter.com/somebody/STATUS/${id}`,
  (id) => `x.com/somebody/status/${id}`,
  (id) => `www.twitter.com/somebody/status/${id}?s=20`,
  (id) => `//mobile.twitter.com/i/status/${id}`,
  (id) => `  https://x.com/somebody/status/${id}\n`,
  (id) => id,
  (id) => ` ${id} `,
];

/** X answers after so much time that the statement lets pass: a removal does not wait that long. */
const SLOW_MS = 12_000;

export const repostsStatements: readonly Statement[] = [
  {
    section,
    statement:
      'a repost whose account is removed while X is being asked fails with account_deleted and costs nothing; the other is made',
    async run(api) {
      const project = await api.project();
      const [leaving, staying, platformPostId] = await Promise.all([
        project.connect('x'),
        project.connect('x'),
        strangersPost(api),
      ]);
      await api.script(leaving, { of: 'repost', slowMs: SLOW_MS });
      let isAnswered = false;
      const asked = project
        .call('POST', '/reposts', { body: { platform: 'x', platformPostId, accountIds: [leaving.id, staying.id] } })
        .finally(() => {
          isAnswered = true;
        });
      const isUnderWay = async () => {
        const { used, reserved } = (await usageOf(project)) as { used: number; reserved: number };
        return used === 1 && reserved === 1;
      };
      while (!isAnswered && !(await isUnderWay())) await api.pass(100);
      // One unit is billed, so that X was asked for one, and, a moment later at most, for both.
      await api.pass(1_000);
      await api.remove(leaving, { project, how: 'operator' });
      expect(await usageOf(project)).toMatchObject({ used: 1, reserved: 0 });
      while (!isAnswered) await api.pass(500);
      const { status, body } = await asked;
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          reposts: [without(leaving, 'failed', expect.stringMatching(/^account_deleted: \S.*\S$/)), reposted(staying)],
        },
      });
      expect(await usageOf(project)).toMatchObject({ used: 1, reserved: 0 });
      expect((await project.call('GET', '/accounts?includeRevoked=true')).body).toEqual({ accounts: [staying] });
    },
  },
  {
    section,
    statement: 'reshares a post the service never published, named by platform and platformPostId, from each account',
    async run(api) {
      const project = await api.project();
      const [one, two, platformPostId] = await Promise.all([
        project.connect('x'),
        project.connect('x'),
        strangersPost(api),
      ]);
      const { status, body } = await project.call('POST', '/reposts', {
        body: { platform: 'x', platformPostId, accountIds: [two.id, one.id] },
      });
      expect({ status, body }).toEqual({ status: 200, body: { reposts: [reposted(two), reposted(one)] } });
      // One network write per account.
      expect(await usageOf(project)).toMatchObject({ used: 2, reserved: 0 });
    },
  },
  {
    section,
    statement:
      'every x link shape is accepted and names the same post: repeat calls return the same and are billed once',
    async run(api) {
      const project = await api.project();
      const [x, id] = await Promise.all([project.connect('x'), strangersPost(api)]);
      const first = await project.call('POST', '/reposts', {
        body: { platform: 'x', platformPostId: id, accountIds: [x.id] },
      });
      expect(first.body).toEqual({ reposts: [reposted(x)] });
      for (const link of LINKS) {
        const { status, body } = await project.call('POST', '/reposts', {
          body: { url: link(id), accountIds: [x.id] },
        });
        expect({ status, body }, link(id)).toEqual({ status: 200, body: first.body });
      }
      expect(await usageOf(project)).toMatchObject({ used: 1, reserved: 0 });
    },
  },
  {
    section,
    statement: 'many first calls at once make one repost of an account and bill it once',
    async run(api) {
      const project = await api.project();
      const [x, platformPostId] = await Promise.all([project.connect('x'), strangersPost(api)]);
      const body = { platform: 'x', platformPostId, accountIds: [x.id] };
      const answers = await Promise.all([1, 2, 3, 4].map(() => project.call('POST', '/reposts', { body })));
      const [first] = answers;
      expect(first?.body).toEqual({ reposts: [reposted(x)] });
      for (const { status, body: got } of answers) expect({ status, got }).toEqual({ status: 200, got: first?.body });
      expect(await usageOf(project)).toMatchObject({ used: 1, reserved: 0 });
    },
  },
  {
    section,
    statement: 'the address a published target was given names its post',
    async run(api) {
      const project = await api.project();
      const [x, author] = await Promise.all([project.connect('x'), project.connect('x')]);
      const { targets } = await project.publish({ content: 'Mine.', platforms: [targetEntry(author)] });
      const byId = await project.call('POST', '/reposts', {
        body: { platform: 'x', platformPostId: targets[0]?.platformPostId, accountIds: [x.id] },
      });
      const byUrl = await project.call('POST', '/reposts', { body: { url: targets[0]?.url, accountIds: [x.id] } });
      expect(byId.body).toEqual({ reposts: [reposted(x)] });
      expect({ status: byUrl.status, body: byUrl.body }).toEqual({ status: 200, body: byId.body });
    },
  },
  {
    section,
    statement: 'a target that was reposted by 4.9 and its post by 4.10 are one repost of one account, billed once',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id, targets } = await project.publish({ content: 'By both ways.', platforms: [targetEntry(x)] });
      const own = await project.call('POST', `/posts/${id}/repost`);
      const { reposts } = own.body as { reposts: [{ targetId: string }] };
      const { targetId: _, ...outcome } = reposts[0];
      const { status, body } = await project.call('POST', '/reposts', {
        body: { platform: 'x', platformPostId: targets[0]?.platformPostId, accountIds: [x.id] },
      });
      expect({ status, body }).toEqual({ status: 200, body: { reposts: [outcome] } });
      expect(await usageOf(project)).toMatchObject({ used: 2, reserved: 0 });
    },
  },
  {
    section,
    statement: 'an account that is named twice reposts once',
    async run(api) {
      const project = await api.project();
      const [x, platformPostId] = await Promise.all([project.connect('x'), strangersPost(api)]);
      const { status, body } = await project.call('POST', '/reposts', {
        body: { platform: 'x', platformPostId, accountIds: [x.id, x.id] },
      });
      expect({ status, body }).toEqual({ status: 200, body: { reposts: [reposted(x), reposted(x)] } });
      const [first, second] = (body as { reposts: unknown[] }).reposts;
      expect(second).toEqual(first);
      expect(await usageOf(project)).toMatchObject({ used: 1, reserved: 0 });
    },
  },
  {
    section,
    statement: 'the result is per account: one that fails is reported in its entry and not billed',
    async run(api) {
      const project = await api.project();
      const [fine, limited, gone, platformPostId] = await Promise.all([
        project.connect('x'),
        project.connect('x'),
        project.connect('x'),
        strangersPost(api),
      ]);
      await api.script(limited, { of: 'repost', code: 'rate_limited' });
      await project.call('DELETE', `/accounts/${gone.id}`);
      const { status, body } = await project.call('POST', '/reposts', {
        body: { platform: 'x', platformPostId, accountIds: [limited.id, fine.id, gone.id] },
      });
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          reposts: [
            without(limited, 'failed', expect.stringMatching(/^rate_limited: \S/)),
            reposted(fine),
            without(gone, 'failed', expect.stringMatching(/^account_not_active: \S/)),
          ],
        },
      });
      expect(await usageOf(project)).toMatchObject({ used: 1, reserved: 0 });
    },
  },
  {
    section,
    statement: 'a platform without reposts reports unsupported per account, and nothing is billed',
    async run(api) {
      const project = await api.project();
      const [one, two] = await Promise.all([project.connect('threads'), project.connect('threads')]);
      const { status, body } = await project.call('POST', '/reposts', {
        body: { platform: 'threads', platformPostId: '17900000000000001', accountIds: [one.id, two.id] },
      });
      expect({ status, body }).toEqual({
        status: 200,
        body: { reposts: [without(one, 'unsupported'), without(two, 'unsupported')] },
      });
      expect(await usageOf(project)).toMatchObject({ used: 0, reserved: 0 });
    },
  },
];
