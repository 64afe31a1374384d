import type { ListPostsQuery, ListPostsResponse, PostOrder } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import { RequestError } from '../http/request-error.ts';
import { fromPublicId } from '../ids.ts';
import { listPosts, type PostRow } from './posts.table.ts';
import { findTargets } from './targets.table.ts';
import { toPost } from './to-post.ts';

type Deps = { readonly db: Database };

/** One page of posts in either order, by offset or from a cursor. */
export async function readPostPage(deps: Deps, projectId: string, query: ListPostsQuery): Promise<ListPostsResponse> {
  const accountId = query.accountId === undefined ? null : fromPublicId('acc', query.accountId);
  const page = { limit: query.limit, offset: query.offset };
  const order = query.order ?? 'createdAt';
  const after = query.cursor === undefined ? null : readCursor(query.cursor, order);
  // An account that cannot exist has no posts.
  if (query.accountId !== undefined && accountId === null)
    return { posts: [], ...page, hasMore: false, nextCursor: null };

  const rows = await listPosts(deps.db, projectId, {
    // One more than asked for tells whether there is a next page.
    limit: query.limit + 1,
    offset: query.offset,
    order,
    after,
    status: query.status ?? null,
    platform: query.platform ?? null,
    accountId,
    profileId: query.profileId ?? null,
    createdAfter: toDate(query.createdAfter),
    createdBefore: toDate(query.createdBefore),
    publishAfter: toDate(query.publishAfter),
    publishBefore: toDate(query.publishBefore),
  });
  const shown = rows.slice(0, query.limit);
  const hasMore = rows.length > shown.length;
  const targets = await findTargets(
    deps.db,
    projectId,
    shown.map((post) => post.id),
  );
  return {
    posts: shown.map((post) =>
      toPost(
        post,
        targets.filter((target) => target.postId === post.id),
      ),
    ),
    ...page,
    hasMore,
    nextCursor: hasMore ? writeCursor(shown.at(-1)!, order) : null,
  };
}

const toDate = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text));

/** A cursor begins with the letter of its order: it names no place in the other. */
const LETTERS: Readonly<Record<PostOrder, string>> = { createdAt: '', publishAt: 'p' };

function writeCursor(post: PostRow, order: PostOrder): string {
  // Posts without a time are not in the order of their times.
  const at = order === 'publishAt' ? post.publishAt! : post.createdAt;
  return Buffer.from(`${LETTERS[order]}${at.getTime()}.${post.id}`).toString('base64url');
}

function readCursor(cursor: string, order: PostOrder): { at: Date; id: string } {
  const [, letter, ms, id] =
    /^(p?)(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
      Buffer.from(cursor, 'base64url').toString(),
    ) ?? [];
  if (letter !== LETTERS[order] || ms === undefined || id === undefined) {
    const message =
      'This is not a cursor of this list. Send the nextCursor of the page before, unchanged, with the same order.';
    throw new RequestError({ code: 'invalid_request', message, details: [{ path: 'cursor', message }] });
  }
  return { at: new Date(Number(ms)), id };
}
