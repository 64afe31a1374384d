import type { Post } from '@fanfare/contract';
import { expect } from 'vitest';
import { idsOf, list, type Page, waitingPosts } from '../list-posts.ts';
import { ANY, errorBody } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.6';
const HOUR_MS = 3_600_000;

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
];
