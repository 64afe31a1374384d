import { expect } from 'vitest';
import type { Api, Project } from '../api.ts';
import { ANY, activeAccount, errorBody, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '6';

type Platform = 'instagram' | 'threads';

const media = (api: Api) => [{ type: 'image', url: api.file('harbour.jpg') }];

const accountsOf = async (project: Project): Promise<unknown> =>
  (await project.call('GET', '/accounts?includeRevoked=true')).body;

/** The user removed the service: what they connected is gone, and nothing else. */
async function removal(api: Api, platform: Platform): Promise<void> {
  const project = await api.project();
  const x = await project.connect('x');
  const account = await project.connect(platform);
  await api.remove(account, { project, how: 'deauthorize' });
  const { status, body } = await project.call('GET', `/accounts/${account.id}`);
  expect({ status, body }).toEqual({ status: 404, body: errorBody('not_found') });
  expect(await accountsOf(project)).toEqual({ accounts: [x] });
  const again = await project.call('DELETE', `/accounts/${account.id}`);
  expect({ status: again.status, body: again.body }).toEqual({ status: 404, body: errorBody('not_found') });
  const publish = await project.call('POST', '/posts', {
    body: {
      content: 'Anybody?',
      mediaItems: media(api),
      platforms: [{ platform, accountId: account.id }],
      idempotencyKey: api.newKey(),
    },
  });
  const detail = { path: 'platforms[0].accountId', accountId: account.id, message: ANY.sentence };
  expect({ status: publish.status, body: publish.body }).toEqual({
    status: 404,
    body: errorBody('account_not_found', [detail]),
  });
}

/** The user wants their data deleted: every row of the profile, in every project. */
async function deletion(api: Api, platform: Platform): Promise<void> {
  const [project, other] = await Promise.all([api.project(), api.project()]);
  const username = api.newName();
  const account = await project.connect(platform, { username });
  const elsewhere = await other.connect(platform, { username });
  const x = await project.connect('x');
  const entry = { platform, accountId: account.id };
  const alone = {
    content: 'Theirs.',
    mediaItems: media(api),
    platforms: [entry],
    idempotencyKey: api.newKey(),
  };
  const first = (await project.call('POST', '/posts', { body: alone })).body as { post: { id: string } };
  const shared = await project.publish({
    content: 'Of two.',
    mediaItems: media(api),
    platforms: [entry, { platform: 'x', accountId: x.id }],
  });
  expect(first.post).toMatchObject({ targets: [publishedTarget(account)] });
  await api.remove(account, { project, how: 'data-deletion' });
  await api.gone(other, elsewhere);
  expect([await accountsOf(project), await accountsOf(other)]).toEqual([{ accounts: [x] }, { accounts: [] }]);
  const emptied = { ...first.post, content: '', media: [], targets: [], status: 'published' };
  expect((await project.call('GET', `/posts/${first.post.id}`)).body).toEqual({ post: emptied });
  const replay = await project.call('POST', '/posts', { body: alone });
  expect({ status: replay.status, body: replay.body }).toEqual({
    status: 200,
    body: { post: emptied, replayed: true, warnings: [] },
  });
  const [, ofX] = shared.targets;
  expect((await project.call('GET', `/posts/${shared.id}`)).body).toEqual({
    post: { ...shared, status: 'published', targets: [ofX] },
  });
}

export const eventStatements: readonly Statement[] = [
  ...(['instagram', 'threads'] as const).flatMap((platform): Statement[] => [
    {
      section,
      statement: `the user removes the service in ${platform} settings: the account is treated as removed`,
      run: (api) => removal(api, platform),
    },
    {
      section,
      statement: `a data-deletion request of ${platform}: every row for that profile is deleted outright, in every project`,
      run: (api) => deletion(api, platform),
    },
  ]),
  {
    section,
    statement: 'a profile that was removed and is connected again is a new account',
    async run(api) {
      const project = await api.project();
      const username = api.newName();
      const before = await project.connect('threads', { username, profileId: 'p' });
      await api.remove(before, { project, how: 'deauthorize' });
      const after = await project.connect('threads', { username });
      expect(after).toEqual(activeAccount('threads', { username }));
      expect(after.id).not.toBe(before.id);
      expect(await accountsOf(project)).toEqual({ accounts: [after] });
    },
  },
  {
    section,
    statement: 'a removed account no longer counts against the cap',
    async run(api) {
      const project = await api.project('free');
      const threads = await project.connect('threads');
      await Promise.all([1, 2, 3, 4].map(() => project.connect('x')));
      const start = async () =>
        (await project.call('POST', '/accounts/connect', { body: { platform: 'linkedin' } })).status;
      expect(await start()).toBe(403);
      await api.remove(threads, { project, how: 'deauthorize' });
      expect(await start()).toBe(200);
    },
  },
  {
    section,
    statement: 'what waits to be published for a removed account is given up, and its units are given back',
    async run(api) {
      const project = await api.project('free');
      const [x, threads] = [await project.connect('x'), await project.connect('threads')];
      const waiting = await project.publish({
        content: 'Later.',
        publishAt: await api.in(3_600_000),
        platforms: [
          { platform: 'x', accountId: x.id },
          { platform: 'threads', accountId: threads.id, firstComment: 'And this.' },
        ],
      });
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 0, reserved: 3 });
      await api.remove(threads, { project, how: 'data-deletion' });
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 0, reserved: 1 });
      const [ofX] = waiting.targets;
      expect((await project.call('GET', `/posts/${waiting.id}`)).body).toEqual({
        post: { ...waiting, targets: [ofX] },
      });
    },
  },
  {
    section,
    statement:
      'a post whose targets were all removed stays published if one of them ever was, else it is cancelled, also in lists',
    async run(api) {
      const project = await api.project();
      const [threads, instagram] = [await project.connect('threads'), await project.connect('instagram')];
      const to = (...accounts: readonly { id: string; platform: string }[]) =>
        accounts.map(({ id: accountId, platform }) => ({ platform, accountId }));
      const image = { type: 'image', url: api.file('harbour.jpg') };
      await api.script(threads, { of: 'publish', code: 'content_rejected' });
      const failed = await project.publish({ content: 'Refused.', platforms: to(threads) });
      const waiting = await project.publish({
        content: 'Later.',
        platforms: to(threads),
        publishAt: await api.in(3_600_000),
      });
      await api.script(threads, { of: 'publish', code: 'content_rejected' });
      const half = await project.publish({
        content: 'Half.',
        mediaItems: [image],
        platforms: to(instagram, threads),
      });
      expect([failed.status, waiting.status, half.status]).toEqual(['failed', 'scheduled', 'partial']);
      await api.remove(instagram, { project, how: 'deauthorize' });
      // Only the failed target is left.
      expect((await project.call('GET', `/posts/${half.id}`)).body).toMatchObject({ post: { status: 'failed' } });
      await api.remove(threads, { project, how: 'data-deletion' });
      const listed = async (status: string) =>
        ((await project.call('GET', `/posts?status=${status}`)).body as { posts: { id: string }[] }).posts.map(
          ({ id }) => id,
        );
      expect([await listed('published'), await listed('cancelled')]).toEqual([[half.id], [waiting.id, failed.id]]);
      expect([await listed('failed'), await listed('partial'), await listed('scheduled')]).toEqual([[], [], []]);
      expect((await project.call('GET', `/posts/${half.id}`)).body).toEqual({
        post: { ...half, content: '', media: [], targets: [], status: 'published' },
      });
      expect((await project.call('GET', `/posts/${failed.id}`)).body).toEqual({
        post: { ...failed, content: '', media: [], targets: [], status: 'cancelled', cancelledAt: ANY.time },
      });
    },
  },
  {
    section,
    statement: 'units that were billed for a removed account stay billed',
    async run(api) {
      const project = await api.project('free');
      const threads = await project.connect('threads');
      await project.publish({ content: 'Billed.', platforms: [{ platform: 'threads', accountId: threads.id }] });
      const before = (await project.call('GET', '/usage')).body;
      await api.remove(threads, { project, how: 'data-deletion' });
      expect((await project.call('GET', '/usage')).body).toEqual(before);
      expect(before).toMatchObject({ used: 1, reserved: 0 });
    },
  },
  {
    section,
    statement: 'stored credentials are deleted automatically',
    notInMock: 'it holds no credentials',
    async inside(api, inside) {
      const project = await api.project();
      const [threads, instagram, neighbour] = await Promise.all([
        project.connect('threads'),
        project.connect('instagram'),
        project.connect('threads'),
      ]);
      const count = () => Promise.all([threads, instagram, neighbour].map((account) => inside.credentials(account)));
      expect(await count()).toEqual([1, 1, 1]);
      await api.remove(threads, { project, how: 'deauthorize' });
      expect(await count()).toEqual([0, 1, 1]);
      await api.remove(instagram, { project, how: 'data-deletion' });
      expect(await count()).toEqual([0, 0, 1]);
    },
  },
];
