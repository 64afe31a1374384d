import type { ListPostsQuery, ListPostsResponse } from '@fanfare/contract';
import { type Decision, type RowPosition, readPageStart, toPostPage } from '@fanfare/rules';
import type { ListsPool } from '../db/database.ts';
import { fromPublicId } from '../process/ids.ts';
import { listPosts, type PostFilter } from './list-posts.table.ts';
import type { WholePost } from './posts.table.ts';
import { toPost } from './to-post.ts';

type Deps = { readonly lists: ListsPool };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** One page of posts in either order, by offset or from a cursor. */
export async function readPostPage(
  deps: Deps,
  projectId: string,
  query: ListPostsQuery,
): Promise<Decision<{ readonly answer: ListPostsResponse }>> {
  const start = readPageStart(query, UUID);
  if (!start.ok) return start;
  const accountId = query.accountId === undefined ? null : fromPublicId('acc', query.accountId);
  // An account that cannot exist has no posts.
  const isEmpty = query.accountId !== undefined && accountId === null;
  const filter: PostFilter = {
    // One more than requested, which shows whether there is a next page.
    limit: query.limit + 1,
    offset: query.offset,
    order: start.order,
    after: start.after,
    status: query.status ?? null,
    platform: query.platform ?? null,
    accountId,
    profileId: query.profileId ?? null,
    createdAfter: toDate(query.createdAfter),
    createdBefore: toDate(query.createdBefore),
    publishAfter: toDate(query.publishAfter),
    publishBefore: toDate(query.publishBefore),
  };
  const rows = isEmpty ? [] : await listPosts(deps.lists, projectId, filter);
  const { shown, page } = toPostPage(rows, query, positionOf);
  return { ok: true, answer: { posts: shown.map(toPost), ...page } };
}

const toDate = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text));

/** The order `publishAt` lists only posts that have one. */
const positionOf = ({ post }: WholePost, order: ListPostsQuery['order']): RowPosition => ({
  at: order === 'publishAt' ? post.publishAt! : post.createdAt,
  id: post.id,
});
