import type { Post } from '@fanfare/contract';
import { expect } from 'vitest';
import type { Api, Project } from '../api.ts';
import { ANY, errorBody } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.6';
const HOUR_MS = 3_600_000;

type Page = {
  readonly posts: readonly Post[];
  readonly limit: number;
  readonly offset: number;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
};

async function list(project: Project, query = ''): Promise<Page> {
  const { status, body } = await project.call('GET', `/posts${query}`);
  expect(status).toBe(200);
  return body as Page;
}

const idsOf = async (project: Project, query: string): Promise<readonly string[]> =>
  (await list(project, query)).posts.map(({ id }) => id);

/** Posts that wait, oldest first, a moment apart. */
async function waitingPosts(api: Api, project: Project, count: number): Promise<readonly Post[]> {
  const x = await project.connect('x');
  const publishAt = await api.in(HOUR_MS);
  const posts: Post[] = [];
  for (let at = 0; at < count; at++) {
    posts.push(await project.publish({ content: `Post ${at}`, publishAt, platforms: [targetEntry(x)] }));
    await api.pass(3);
  }
  return posts;
}

const refused: readonly (readonly [query: string, path: string])[] = [
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=1.5', 'limit'],
  ['offset=-1', 'offset'],
  ['offset=1000001', 'offset'],
  ['status=pending', 'status'],
  ['platform=friendster', 'platform'],
  ['createdAfter=yesterday', 'createdAfter'],
  ['createdBefore=2026-11-20T10:00:00', 'createdBefore'],
  ['publishAfter=tomorrow', 'publishAfter'],
  ['publishBefore=2026-11-20T10:00:00', 'publishBefore'],
  ['order=publishat', 'order'],
  ['order=-createdAt', 'order'],
  ['cursor=never-given', 'cursor'],
  ['cursor=', 'cursor'],
];

export const listStatements: readonly Statement[] = [
  {
    section,
    statement: 'GET /posts lists whole posts, newest first',
    async run(api) {
      const project = await api.project();
      const posts = await waitingPosts(api, project, 3);
      expect(await list(project)).toEqual({
        posts: posts.toReversed(),
        limit: 25,
        offset: 0,
        hasMore: false,
        nextCursor: null,
      });
    },
  },
  {
    section,
    statement:
      'order=publishAt lists scheduled posts by their time, earliest first, by offset and by cursor; posts published at once are not in it',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      await project.publish({ content: 'At once.', platforms: [targetEntry(x)] });
      const times = await Promise.all([3, 1, 2, 1, 3, 1].map((hours) => api.in(hours * HOUR_MS)));
      // Three moments, so that posts share them.
      const moments = times.map((time) => `${time.slice(0, 13)}:00:00.000Z`);
      const posts: Post[] = [];
      for (const [at, publishAt] of moments.entries())
        posts.push(await project.publish({ content: `Post ${at}`, publishAt, platforms: [targetEntry(x)] }));
      const ordered = posts.toSorted((one, other) =>
        one.publishAt! < other.publishAt! ? -1 : one.publishAt! > other.publishAt! ? 1 : 0,
      );
      const ids = ordered.map(({ id }) => id);
      expect((await list(project, '?order=publishAt')).posts).toEqual(ordered);
      for (const limit of [1, 2, 4]) {
        const paged: string[] = [];
        for (let offset = 0; offset < ids.length; offset += limit)
          paged.push(...(await idsOf(project, `?order=publishAt&limit=${limit}&offset=${offset}`)));
        expect(paged).toEqual(ids);
        const followed: string[] = [];
        for (let next: string | null = ''; next !== null; ) {
          const page: Page = await list(
            project,
            `?order=publishAt&limit=${limit}${next === '' ? '' : `&cursor=${next}`}`,
          );
          followed.push(...page.posts.map(({ id }) => id));
          next = page.nextCursor;
        }
        expect(followed).toEqual(ids);
      }
      const middle = ordered[3]!.publishAt!;
      const before = ordered.filter(({ publishAt }) => publishAt! < middle).map(({ id }) => id);
      const after = ordered.filter(({ publishAt }) => publishAt! > middle).map(({ id }) => id);
      expect(await idsOf(project, `?order=publishAt&publishBefore=${middle}`)).toEqual(before);
      expect(await idsOf(project, `?order=publishAt&publishAfter=${middle}`)).toEqual(after);
      expect(new Set(await idsOf(project, `?publishAfter=${middle}`))).toEqual(new Set(after));
      expect((await idsOf(project, '?order=createdAt')).length).toBe(posts.length + 1);
    },
  },
  {
    section,
    statement: 'a cursor goes on in the order it was given in: with another order it is refused',
    async run(api) {
      const project = await api.project();
      await waitingPosts(api, project, 3);
      for (const [order, other] of [
        ['publishAt', 'createdAt'],
        ['createdAt', 'publishAt'],
      ]) {
        const { nextCursor } = await list(project, `?limit=1&order=${order}`);
        const { status, body } = await project.call('GET', `/posts?cursor=${nextCursor}&order=${other}`);
        expect({ status, body }).toEqual({
          status: 400,
          body: errorBody('invalid_request', [{ path: 'cursor', message: ANY.sentence }]),
        });
      }
    },
  },
  {
    section,
    statement: 'a project without posts has an empty list, and posts of another project are never in it',
    async run(api) {
      const [project, other] = await Promise.all([api.project(), api.project()]);
      await waitingPosts(api, other, 1);
      const none = { posts: [], limit: 25, offset: 0, hasMore: false, nextCursor: null };
      expect(await list(project)).toEqual(none);
    },
  },
  {
    section,
    statement: 'limit is 25 by default and at most 100',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const publishAt = await api.in(HOUR_MS);
      await Promise.all(
        Array.from({ length: 26 }, (_, at) =>
          project.publish({ content: `Post ${at}`, publishAt, platforms: [targetEntry(x)] }),
        ),
      );
      const first = await list(project);
      expect({ ...first, posts: first.posts.length }).toEqual({
        posts: 25,
        limit: 25,
        offset: 0,
        hasMore: true,
        nextCursor: ANY.text,
      });
      const all = await list(project, '?limit=100');
      expect({ ...all, posts: all.posts.length }).toEqual({
        posts: 26,
        limit: 100,
        offset: 0,
        hasMore: false,
        nextCursor: null,
      });
      expect(all.posts.slice(0, 25)).toEqual(first.posts);
    },
  },
  {
    section,
    statement: 'offset skips so many posts; beyond the last one the list is empty',
    async run(api) {
      const project = await api.project();
      const [oldest, middle, newest] = await waitingPosts(api, project, 3);
      expect(await list(project, '?limit=1&offset=1')).toEqual({
        posts: [middle],
        limit: 1,
        offset: 1,
        hasMore: true,
        nextCursor: ANY.text,
      });
      expect(await list(project, '?limit=2&offset=1')).toEqual({
        posts: [middle, oldest],
        limit: 2,
        offset: 1,
        hasMore: false,
        nextCursor: null,
      });
      expect(await list(project, '?offset=3')).toEqual({
        posts: [],
        limit: 25,
        offset: 3,
        hasMore: false,
        nextCursor: null,
      });
      expect((await list(project, '?limit=1')).posts).toEqual([newest]);
    },
  },
  {
    section,
    statement: 'nextCursor leads through all pages, each post once, also when new ones come in between',
    async run(api) {
      const project = await api.project();
      const [one, two, three, four, five] = await waitingPosts(api, project, 5);
      const first = await list(project, '?limit=2');
      expect(first).toEqual({ posts: [five, four], limit: 2, offset: 0, hasMore: true, nextCursor: ANY.text });
      const [{ accountId } = { accountId: '' }] = one?.targets ?? [];
      await project.publish({ content: 'In between.', platforms: [{ platform: 'x', accountId }] });
      const second = await list(project, `?limit=2&cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
      expect(second).toEqual({ posts: [three, two], limit: 2, offset: 0, hasMore: true, nextCursor: ANY.text });
      const last = await list(project, `?limit=2&cursor=${encodeURIComponent(second.nextCursor ?? '')}`);
      expect(last).toEqual({ posts: [one], limit: 2, offset: 0, hasMore: false, nextCursor: null });
    },
  },
  {
    section,
    statement: 'cursor and offset together: 400 invalid_request',
    async run(api) {
      const project = await api.project();
      await waitingPosts(api, project, 2);
      const { nextCursor } = await list(project, '?limit=1');
      const { status, body } = await project.call(
        'GET',
        `/posts?offset=0&cursor=${encodeURIComponent(nextCursor ?? '')}`,
      );
      const detail = { path: 'cursor', message: 'Give `cursor` or `offset`, not both.' };
      expect({ status, body }).toEqual({ status: 400, body: errorBody('invalid_request', [detail]) });
    },
  },
  {
    section,
    statement: 'a query that is not as documented: 400 invalid_request naming the field',
    async run(api) {
      const project = await api.project();
      for (const [query, path] of refused) {
        const { status, body } = await project.call('GET', `/posts?${query}`);
        expect({ status, body }, query).toEqual({
          status: 400,
          body: errorBody('invalid_request', [{ path, message: ANY.sentence }]),
        });
      }
    },
  },
  {
    section,
    statement: 'status filters by the state of the post: scheduled, published, partial, failed, cancelled',
    async run(api) {
      const project = await api.project();
      const { x, threads } = await project.connectAll();
      const publishAt = await api.in(HOUR_MS);
      const both = [targetEntry(x), targetEntry(threads)];
      const scheduled = await project.publish({ content: 'a', publishAt, platforms: both });
      const cancelled = await project.publish({ content: 'b', publishAt, platforms: both });
      await project.call('POST', `/posts/${cancelled.id}/cancel`);
      const published = await project.publish({ content: 'c', platforms: both });
      await api.script(threads, { of: 'publish', code: 'content_rejected' });
      const partial = await project.publish({ content: 'd', platforms: both });
      await api.script(threads, { of: 'publish', code: 'content_rejected' });
      const failed = await project.publish({ content: 'e', platforms: [targetEntry(threads)] });
      for (const [status, { id }] of Object.entries({ scheduled, cancelled, published, partial, failed })) {
        const { posts } = await list(project, `?status=${status}`);
        expect(posts.map((post) => [post.id, post.status])).toEqual([[id, status]]);
      }
      expect(await idsOf(project, '?status=publishing')).toEqual([]);
    },
  },
  {
    section,
    statement: 'platform, accountId and profileId filter by a target; several of them hold for one and the same target',
    async run(api) {
      const project = await api.project();
      const profileId = 'Kunde 7/ä';
      const [grouped, x, threads] = await Promise.all([
        project.connect('x', { profileId }),
        project.connect('x'),
        project.connect('threads'),
      ]);
      const publishAt = await api.in(HOUR_MS);
      const post = async (...accounts: readonly (typeof x)[]) => {
        await api.pass(3);
        return (await project.publish({ content: 'a', publishAt, platforms: accounts.map((one) => targetEntry(one)) }))
          .id;
      };
      const ofGrouped = await post(grouped);
      const ofX = await post(x);
      const ofBoth = await post(x, threads);
      expect(await idsOf(project, '?platform=x')).toEqual([ofBoth, ofX, ofGrouped]);
      expect(await idsOf(project, '?platform=threads')).toEqual([ofBoth]);
      expect(await idsOf(project, '?platform=linkedin')).toEqual([]);
      expect(await idsOf(project, '?platform=hub')).toEqual([]);
      expect(await idsOf(project, `?accountId=${x.id}`)).toEqual([ofBoth, ofX]);
      expect(await idsOf(project, `?accountId=${x.id}&platform=x`)).toEqual([ofBoth, ofX]);
      expect(await idsOf(project, `?accountId=${x.id}&platform=threads`)).toEqual([]);
      expect(await idsOf(project, '?status=scheduled&platform=threads')).toEqual([ofBoth]);
      expect(await idsOf(project, '?status=published&platform=threads')).toEqual([]);
      expect(await idsOf(project, `?profileId=${encodeURIComponent(profileId)}`)).toEqual([ofGrouped]);
      expect(await idsOf(project, '?profileId=nobody')).toEqual([]);
      for (const id of ['acc_00000000000000000000000000', 'nonsense'])
        expect(await idsOf(project, `?accountId=${id}`)).toEqual([]);
    },
  },
  {
    section,
    statement: 'createdAfter and createdBefore leave out the moment itself, and take any offset',
    async run(api) {
      const project = await api.project();
      const [one, two, three] = await waitingPosts(api, project, 3);
      const at = encodeURIComponent(two?.createdAt ?? '');
      expect(await idsOf(project, `?createdAfter=${at}`)).toEqual([three?.id]);
      expect(await idsOf(project, `?createdBefore=${at}`)).toEqual([one?.id]);
      const local = new Date(Date.parse(two?.createdAt ?? '') - HOUR_MS).toISOString().replace('Z', '-01:00');
      expect(await idsOf(project, `?createdAfter=${encodeURIComponent(local)}`)).toEqual([three?.id]);
      const from = encodeURIComponent(one?.createdAt ?? '');
      const to = encodeURIComponent(three?.createdAt ?? '');
      expect(await idsOf(project, `?createdAfter=${from}&createdBefore=${to}`)).toEqual([two?.id]);
    },
  },
];
