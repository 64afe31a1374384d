import type { ListPostsQuery, ListPostsResponse } from '@fanfare/contract';
import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { fromPublicId } from '../../src/ids.ts';
import { readPostPage } from '../../src/posts/list-posts.ts';
import { createPostMarks } from '../../src/posts/post-marks.ts';
import { useServer } from '../use-server.ts';

const STEP = 10;
const MOST_NEWER = 50;
const POSTS = 300;

const server = useServer();
let projectId: string;
let apiKey: string;

beforeAll(async () => {
  apiKey = (await server.createProject()).apiKey;
  const { rows } = await server.db.query<{ id: string }>({ text: 'select id from projects' });
  projectId = rows[0]!.id;
});
beforeEach(async () => {
  await server.db.query({ text: 'delete from posts' });
  // Three of each time, so that ids decide.
  await insert(POSTS, "timestamptz '2026-01-01' + make_interval(secs => n / 3)");
});

const insert = (count: number, createdAt: string) =>
  server.db.query({
    text: `insert into posts (project_id, id, content, media, created_at)
           select $1, gen_random_uuid(), '', '[]', ${createdAt} from generate_series(1, $2::int) n`,
    values: [projectId, count],
  });

/** Ids in the order of the list. */
const listed = async (): Promise<readonly string[]> =>
  (await server.db.query<{ id: string }>({ text: 'select id from posts order by created_at desc, id desc' })).rows.map(
    ({ id }) => id,
  );

function useMarks() {
  const statements: string[] = [];
  const db: Database = {
    query: (statement) => {
      statements.push(statement.name!);
      return server.db.query(statement);
    },
  };
  const marks = createPostMarks({ db, step: STEP, mostNewer: MOST_NEWER });
  /** The first post of the page that begins at this offset, found by its start. */
  const firstAt = async (offset: number): Promise<string | undefined> => {
    const start = await marks.startOf(projectId, offset);
    const ids = await listed();
    return ids[(start.after ? ids.indexOf(start.after.id) + 1 : 0) + start.offset];
  };
  return { marks, firstAt, statements };
}

test('a page begins at its post, whatever was read before and what is new', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ offset: fc.nat({ max: POSTS + 60 }), newPosts: fc.nat({ max: 15 }) }), { maxLength: 8 }),
      async (pages) => {
        const { firstAt } = useMarks();
        for (const { offset, newPosts } of pages) {
          await insert(newPosts, 'now()');
          expect(await firstAt(offset)).toBe((await listed())[offset]);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('a page behind a large offset reads over less than a step, and only the first one finds marks', async () => {
  const { marks, statements } = useMarks();
  for (const offset of [250, 250, 120, 243]) {
    const start = await marks.startOf(projectId, offset);
    expect(start).toEqual({ after: { at: expect.any(Date), id: expect.any(String) }, offset: expect.any(Number) });
    expect(start.offset).toBeLessThan(STEP);
  }
  expect(statements).toEqual([
    ...['find_newest_mark', 'count_newer', 'find_marks', 'find_marks'],
    ...['count_newer', 'count_newer', 'count_newer'],
  ]);
});

test('a page near the start needs no statement', async () => {
  const { marks, statements } = useMarks();
  expect(await marks.startOf(projectId, STEP)).toEqual({ after: null, offset: STEP });
  expect(statements).toEqual([]);
});

test('posts of the last minute are no marks: one that began earlier may still appear behind them', async () => {
  await server.db.query({ text: 'delete from posts' });
  await insert(50, 'now()');
  const { marks, statements } = useMarks();
  expect(await marks.startOf(projectId, 40)).toEqual({ after: null, offset: 40 });
  expect(statements).toEqual(['find_newest_mark']);
});

test('after a restore marks are found anew', async () => {
  const { marks, firstAt } = useMarks();
  await firstAt(250);
  await server.db.query({ text: 'delete from posts' });
  await insert(POSTS, "timestamptz '2026-02-01' + make_interval(secs => n)");
  marks.clear();
  expect(await firstAt(250)).toBe((await listed())[250]);
});

test('an account that cannot exist has no far pages, and no place is looked for', async () => {
  const asked: number[] = [];
  const postMarks = {
    startOf: async (_: string, offset: number) => {
      asked.push(offset);
      return { after: null, offset };
    },
  };
  const query = { limit: 2, offset: 250, order: 'createdAt', accountId: 'acc_none' } as const;
  const page = await readPostPage({ db: server.db, postMarks }, projectId, query as unknown as ListPostsQuery);
  expect([page, asked]).toEqual([
    { ok: true, answer: { posts: [], limit: 2, offset: 250, hasMore: false, nextCursor: null } },
    [],
  ]);
});

test('GET /posts answers far pages with the posts that stand there', async () => {
  await insert(6_000, "timestamptz '2026-03-01' + make_interval(secs => n)");
  const ids = await listed();
  const pageAt = async (offset: number) => {
    const response = await fetch(`${server.baseUrl}/api/v1/posts?limit=2&offset=${offset}`, {
      headers: { Authorization: `Bearer ${apiKey}` },
    });
    const { posts, hasMore } = (await response.json()) as ListPostsResponse;
    return { ids: posts.map(({ id }) => fromPublicId('post', id)), hasMore };
  };
  for (const offset of [5_500, 5_600, ids.length - 1])
    expect(await pageAt(offset)).toEqual({
      ids: ids.slice(offset, offset + 2),
      hasMore: offset + 2 < ids.length,
    });
});
