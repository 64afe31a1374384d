import type { Account } from '@fanfare/contract';
import { expect } from 'vitest';
import { ANY, activeAccount, errorBody, failedTarget, pendingTarget, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.11';
const HOUR_MS = 3_600_000;

const { count } = ANY;
const COUNTS = {
  instagram: { views: count, likes: count, comments: count, shares: count, saves: count },
  threads: { views: count, likes: count, comments: count, shares: count, saves: null },
  x: { views: count, likes: count, comments: count, shares: count, saves: count },
  linkedin: { views: null, likes: count, comments: count, shares: null, saves: null },
} as const;

/** Word for word: a program may show it to its users. */
const OF_MEMBERS =
  'permission_missing: The account was connected without r_member_postAnalytics, which LinkedIn wants for metrics. LinkedIn gives r_member_postAnalytics to apps it has approved. Ask who runs this service whether its app has it; if so, connect the account again.';

const declined = (network: string, scope: string): string =>
  `permission_missing: The account was connected without ${scope}, which ${network} wants for metrics. Connect the account again to grant ${scope}.`;
const DECLINED = {
  instagram: declined('Instagram', 'instagram_business_manage_insights'),
  threads: declined('Threads', 'threads_manage_insights'),
};

const metricsPath = (postId: string): string => `/posts/${postId}/metrics`;

export const metricsStatements: readonly Statement[] = [
  {
    section,
    statement:
      'reads the counts of every target live, in the shape of publishing; what a network does not report is null',
    async run(api) {
      const project = await api.project();
      const [instagram, threads, x] = await Promise.all([
        project.connect('instagram'),
        project.connect('threads'),
        project.connect('x'),
        project.connect('linkedin', { pages: ['Harbour Roastery'] }),
      ]);
      const { accounts } = (await project.call('GET', '/accounts?platform=linkedin')).body as { accounts: Account[] };
      const page = accounts.find(({ platformUserId }) => platformUserId.startsWith('organization:'))!;
      const post = await project.publish({
        content: 'Counted.',
        mediaItems: [{ type: 'image', url: api.file('harbour.jpg') }],
        platforms: [targetEntry(instagram), targetEntry(threads), targetEntry(x), targetEntry(page)],
      });
      const { status, body, headers } = await project.call('GET', metricsPath(post.id));
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          postId: post.id,
          fetchedAt: ANY.time,
          targets: [
            { ...publishedTarget(instagram), metrics: COUNTS.instagram, metricsError: null },
            { ...publishedTarget(threads), metrics: COUNTS.threads, metricsError: null },
            { ...publishedTarget(x), metrics: COUNTS.x, metricsError: null },
            { ...publishedTarget(page), metrics: COUNTS.linkedin, metricsError: null },
          ],
        },
      });
      expect(headers.get('Cache-Control')).toBe('no-store');
      const { targets } = body as { targets: { id: string }[] };
      expect(targets.map(({ id }) => id)).toEqual(post.targets.map(({ id }) => id));
    },
  },
  {
    section,
    statement:
      'linkedin: a member has none, since the app may not read what members get: metricsError says which permission',
    async run(api) {
      const project = await api.project();
      const member = await project.connect('linkedin');
      const { id } = await project.publish({ content: 'Uncounted.', platforms: [targetEntry(member)] });
      const { status, body } = await project.call('GET', metricsPath(id));
      const target = { ...publishedTarget(member), metrics: null, metricsError: OF_MEMBERS };
      expect({ status, body }).toEqual({ status: 200, body: { postId: id, fetchedAt: ANY.time, targets: [target] } });
    },
  },
  ...(['instagram', 'threads'] as const).map(
    (platform): Statement => ({
      section,
      statement: `${platform}: what the user declined is reported as permission_missing, until the account is connected again`,
      async run(api) {
        const project = await api.project();
        const username = api.newName();
        const account = await project.connect(platform, { username, without: ['metrics'] });
        expect(account).toEqual(activeAccount(platform));
        const { id } = await project.publish({
          content: 'Uncounted.',
          mediaItems: [{ type: 'image', url: api.file('beans.jpg') }],
          platforms: [targetEntry(account)],
        });
        const read = async () => {
          const { body } = await project.call('GET', metricsPath(id));
          const [{ metrics, metricsError }] = (body as { targets: [{ metrics: unknown; metricsError: unknown }] })
            .targets;
          return { metrics, metricsError };
        };
        expect(await read()).toEqual({ metrics: null, metricsError: DECLINED[platform] });
        await project.connect(platform, { username });
        expect(await read()).toEqual({ metrics: COUNTS[platform], metricsError: null });
        await project.connect(platform, { username, without: ['metrics', 'firstComments'] });
        expect(await read()).toEqual({ metrics: null, metricsError: DECLINED[platform] });
      },
    }),
  ),
  {
    section,
    statement: 'reading is free, and nothing of it is stored with the post',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id } = await project.publish({ content: 'Free.', platforms: [targetEntry(x)] });
      const post = (await project.call('GET', `/posts/${id}`)).body;
      const usage = (await project.call('GET', '/usage')).body;
      for (let at = 0; at < 3; at++) expect((await project.call('GET', metricsPath(id))).status).toBe(200);
      expect((await project.call('GET', '/usage')).body).toEqual(usage);
      expect((await project.call('GET', `/posts/${id}`)).body).toEqual(post);
    },
  },
  {
    section,
    statement: 'reading is free also when the quota has run out',
    async run(api) {
      const project = await api.project('free');
      const x = await project.connect('x');
      const { id } = await project.publish({ content: 'https://example.com/', platforms: [targetEntry(x)] });
      const { status, body } = await project.call('GET', metricsPath(id));
      expect({ status, body }).toMatchObject({ status: 200, body: { targets: [{ metricsError: null }] } });
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 65, reserved: 0 });
    },
  },
  {
    section,
    statement: 'one target that cannot be read never fails the call: its metrics are null and metricsError says why',
    async run(api) {
      const project = await api.project();
      const { threads, x } = await project.connectAll();
      const { id } = await project.publish({
        content: 'One of two.',
        platforms: [targetEntry(threads), targetEntry(x)],
      });
      await api.script(threads, { of: 'metrics', code: 'permission_missing' });
      const { status, body } = await project.call('GET', metricsPath(id));
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          postId: id,
          fetchedAt: ANY.time,
          targets: [
            {
              ...publishedTarget(threads),
              metrics: null,
              metricsError: expect.stringMatching(/^permission_missing: \S/),
            },
            { ...publishedTarget(x), metrics: COUNTS.x, metricsError: null },
          ],
        },
      });
    },
  },
  ...(
    [
      ['rate_limited', 'rate_limited'],
      ['credential_rejected', 'account_not_active'],
      ['permission_missing', 'permission_missing'],
    ] as const
  ).map(
    ([code, shown]): Statement => ({
      section,
      statement: `a network that refuses the read with ${code} is reported as ${shown} in metricsError`,
      async run(api) {
        const project = await api.project();
        const instagram = await project.connect('instagram');
        const { id } = await project.publish({
          mediaItems: [{ type: 'image', url: api.file('beans.jpg') }],
          platforms: [targetEntry(instagram)],
        });
        await api.script(instagram, { of: 'metrics', code });
        const { status, body } = await project.call('GET', metricsPath(id));
        const metricsError = expect.stringMatching(new RegExp(`^${shown}: \\S`));
        expect({ status, body }).toEqual({
          status: 200,
          body: {
            postId: id,
            fetchedAt: ANY.time,
            targets: [{ ...publishedTarget(instagram), metrics: null, metricsError }],
          },
        });
      },
    }),
  ),
  {
    section,
    statement: 'x without a tier that may read is reported as permission_missing in metricsError',
    alone: 'the fault applies to the next caller of the network',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id } = await project.publish({ content: 'Unread.', platforms: [targetEntry(x)] });
      await api.script(x, { of: 'metrics', code: 'permission_missing' });
      const metricsError = expect.stringMatching(/^permission_missing: \S/);
      const target = { ...publishedTarget(x), metrics: null, metricsError };
      const { status, body } = await project.call('GET', metricsPath(id));
      expect({ status, body }).toEqual({ status: 200, body: { postId: id, fetchedAt: ANY.time, targets: [target] } });
    },
  },
  {
    section,
    statement: 'a target of an account that is not active any more: metricsError account_not_active',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id } = await project.publish({ content: 'Gone.', platforms: [targetEntry(x)] });
      await project.call('DELETE', `/accounts/${x.id}`);
      const { status, body } = await project.call('GET', metricsPath(id));
      const metricsError = expect.stringMatching(/^account_not_active: \S/);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          postId: id,
          fetchedAt: ANY.time,
          targets: [{ ...publishedTarget(x), metrics: null, metricsError }],
        },
      });
    },
  },
  {
    section,
    statement: 'nothing published: 200 with metrics all null, for targets that are pending, failed or cancelled',
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
      const expected = [
        [waiting, pendingTarget(threads)],
        [cancelled, failedTarget(threads, 'cancelled')],
        [failed, failedTarget(threads, 'content_rejected')],
      ] as const;
      for (const [{ id }, target] of expected) {
        const { status, body } = await project.call('GET', metricsPath(id));
        expect({ status, body }).toEqual({
          status: 200,
          body: { postId: id, fetchedAt: ANY.time, targets: [{ ...target, metrics: null, metricsError: null }] },
        });
      }
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
        const { status, body } = await project.call('GET', metricsPath(id));
        expect({ status, body }).toEqual({ status: 404, body: errorBody('not_found') });
      }
    },
  },
];
