import { type ListPostsResponse, POST_STATUSES, type Post, type PostStatus } from '@fanfare/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { fromPublicId, toPublicId } from '../../../src/process/ids.ts';
import { storeSettled } from '../../../src/publishing/settled-posts.table.ts';
import type { Project } from '../../harness.ts';
import { type StoredPost, storePosts, TARGET_STATES, type TargetState } from '../../stored-posts.ts';
import { until } from '../../until.ts';
import { useServer } from '../../use-server.ts';

const server = useServer();

const list = async (project: Project, query: string): Promise<Post[]> => {
  const reply = await project.call<ListPostsResponse>('GET', `/api/v1/posts${query}`);
  expect([reply.status, reply.text]).toEqual([200, expect.any(String)]);
  return reply.body.posts;
};

describe('status', () => {
  const LATER = new Date(Date.now() + 86_400_000);
  const EARLIER = new Date(Date.now() - 86_400_000);
  /** Every mix of one to three targets, in any order. Each scheduled or not, cancelled or not. */
  const from = (state: TargetState) => TARGET_STATES.slice(TARGET_STATES.indexOf(state));
  const mixes = TARGET_STATES.flatMap((one) => [
    [one],
    ...from(one).flatMap((two) => [[one, two], ...from(two).map((three) => [one, two, three])]),
  ]);
  // Nothing begins before its time.
  const posts: StoredPost[] = mixes.flatMap((targets) =>
    [null, targets.every((state) => state === 'waiting') ? LATER : EARLIER].flatMap((publishAt) =>
      [null, new Date()].map((cancelledAt) => ({ targets, publishAt, cancelledAt })),
    ),
  );
  let project: Project;
  let statuses: Map<string, PostStatus>;

  beforeAll(async () => {
    const person = await server.person('threads');
    ({ project } = person);
    await storePosts(server.db, person.account, posts);
    statuses = new Map();
    for (let offset = 0; offset < posts.length; offset += 100) {
      for (const { id, status } of await list(project, `?limit=100&offset=${offset}`)) statuses.set(id, status);
    }
  });

  const everyPost = async (query: string): Promise<Post[]> => {
    const all: Post[] = [];
    for (let offset = 0; offset === all.length; offset += 100)
      all.push(...(await list(project, `${query}&limit=100&offset=${offset}`)));
    return all;
  };
  const stored = async () =>
    (
      await server.db.query<{ projectId: string; postId: string; settledAs: PostStatus | null }>({
        text: 'select project_id as "projectId", id as "postId", settled_as as "settledAs" from posts',
      })
    ).rows;

  test('the mixes cover every status', () => {
    expect(statuses.size).toBe(posts.length);
    expect([...new Set(statuses.values())].sort()).toEqual(POST_STATUSES.toSorted());
  });

  test('the relay stores the status of the posts that have settled, and no list changes', async () => {
    await storeSettled(
      server.db,
      (await stored()).map(({ projectId, postId }) => ({ projectId, postId })),
    );
    const settled = (await stored()).filter(({ settledAs }) => settledAs !== null);
    expect(settled.length).toBeGreaterThan(30);
    for (const { postId, settledAs } of settled) expect(settledAs).toBe(statuses.get(toPublicId('post', postId)));
    const calendar = await everyPost('?order=publishAt');
    for (const status of POST_STATUSES) {
      const found = await everyPost(`?order=publishAt&status=${status}`);
      expect([status, found.map(({ id }) => id)]).toEqual([
        status,
        calendar.filter((post) => post.status === status).map(({ id }) => id),
      ]);
    }
  });

  // The list derives the status in SQL and the posts in TypeScript: two implementations of one
  // rule.
  test.each(POST_STATUSES)('%s finds exactly the posts with that status', async (status) => {
    const found: string[] = [];
    for (let offset = 0; ; offset += 100) {
      const page = await list(project, `?status=${status}&limit=100&offset=${offset}`);
      found.push(...page.map(({ id }) => id));
      if (page.length < 100) break;
    }
    const expected = [...statuses].filter(([, own]) => own === status).map(([id]) => id);
    expect(found.toSorted()).toEqual(expected.toSorted());
  });
});

test('the relay stores the status of a post that has settled', async () => {
  const { project, publish } = await server.person('threads');
  const { post } = (await publish({ content: 'Settled' })).body;
  await until(async () => {
    const { rows } = await server.db.query<{ settledAs: PostStatus | null }>({
      text: 'select settled_as as "settledAs" from posts where id = $1',
      values: [fromPublicId('post', post.id)],
    });
    return rows[0]!.settledAs === 'published' || null;
  });
  expect((await list(project, '?status=published')).map(({ id }) => id)).toEqual([post.id]);
});

describe('publishAfter, publishBefore and order=publishAt', () => {
  let project: Project;
  const at = (text: string) => new Date(text);

  beforeAll(async () => {
    const person = await server.person('threads');
    ({ project } = person);
    await storePosts(server.db, person.account, [
      { content: 'at once', createdAt: at('2026-11-20T08:00:00Z') },
      { content: '11:00', publishAt: at('2030-01-01T11:00:00Z'), createdAt: at('2026-11-20T09:00:00Z') },
      { content: '10:00', publishAt: at('2030-01-01T10:00:00Z'), createdAt: at('2026-11-20T10:00:00Z') },
      { content: '10:00.001', publishAt: at('2030-01-01T10:00:00.001Z'), createdAt: at('2026-11-20T11:00:00Z') },
    ]);
  });

  test.each([
    ['?order=publishAt', ['10:00', '10:00.001', '11:00']],
    ['?order=publishAt&publishAfter=2030-01-01T10:00:00Z', ['10:00.001', '11:00']],
    ['?order=publishAt&publishBefore=2030-01-01T12:00:00%2B01:00', ['10:00', '10:00.001']],
    ['?publishBefore=2030-01-01T11:00:00Z', ['10:00.001', '10:00']],
    ['?publishAfter=2026-01-01T00:00:00Z', ['10:00.001', '10:00', '11:00']],
    ['?order=publishAt&createdAfter=2026-11-20T09:00:00Z', ['10:00', '10:00.001']],
    ['?order=createdAt', ['10:00.001', '10:00', '11:00', 'at once']],
  ])('%s', async (query, expected) => {
    expect((await list(project, query)).map(({ content }) => content)).toEqual(expected);
  });
});
