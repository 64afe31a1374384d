import type { Post } from '@fanfare/contract';
import { expect } from 'vitest';
import type { Api, Project } from './api.ts';
import { targetEntry } from './target-entry.ts';

const HOUR_MS = 3_600_000;

export type Page = {
  readonly posts: readonly Post[];
  readonly limit: number;
  readonly offset: number;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
};

/** The page of posts for a query. */
export async function list(project: Project, query = ''): Promise<Page> {
  const { status, body } = await project.call('GET', `/posts${query}`);
  expect(status).toBe(200);
  return body as Page;
}

/** The ids of the posts for a query, in order. */
export const idsOf = async (project: Project, query: string): Promise<readonly string[]> =>
  (await list(project, query)).posts.map(({ id }) => id);

/** Posts that wait, oldest first, a moment apart. */
export async function waitingPosts(api: Api, project: Project, count: number): Promise<readonly Post[]> {
  const x = await project.connect('x');
  const publishAt = await api.in(HOUR_MS);
  const posts: Post[] = [];
  for (let at = 0; at < count; at++) {
    posts.push(await project.publish({ content: `Post ${at}`, publishAt, platforms: [targetEntry(x)] }));
    await api.pass(3);
  }
  return posts;
}
