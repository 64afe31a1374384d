import type { ListPostsQuery, ListPostsResponse, PostOrder } from '@fanfare/contract';
import type { MockState } from '../mock-state.ts';
import { invalidField } from '../request-refusal.ts';
import type { Project, StoredPost } from '../world.ts';
import { toPost } from './to-post.ts';

/** Where a post stands in a list: its moment, then the order of creation. */
type Place = { readonly atMs: number; readonly position: number };

/** One page of posts in either order, by offset or from a cursor. */
export function listPosts(
  { world }: Pick<MockState, 'world'>,
  project: Project,
  query: ListPostsQuery,
): ListPostsResponse {
  const order = query.order ?? 'createdAt';
  const after = query.cursor === undefined ? null : readCursor(query.cursor, order);
  const compare = COMPARE[order];
  const matching = [...world.posts.values()]
    .filter((post) => post.projectId === project.id && matches(world, post, query))
    .flatMap((post) => {
      const place = placeIn(order, post);
      return place && (after === null || compare(after, place) < 0) ? [{ post, place }] : [];
    })
    .sort((one, other) => compare(one.place, other.place));
  const shown = matching.slice(query.offset, query.offset + query.limit);
  const hasMore = matching.length > query.offset + shown.length;
  const last = shown.at(-1);
  return {
    posts: shown.map(({ post }) => toPost(post)),
    limit: query.limit,
    offset: query.offset,
    hasMore,
    nextCursor: hasMore && last ? writeCursor(last.place, order) : null,
  };
}

/** Null for a post that was published at once in the order of times: it has none. */
function placeIn(order: PostOrder, { createdAtMs, publishAtMs, position }: StoredPost): Place | null {
  const atMs = order === 'publishAt' ? publishAtMs : createdAtMs;
  return atMs === null ? null : { atMs, position };
}

const COMPARE: Readonly<Record<PostOrder, (one: Place, other: Place) => number>> = {
  createdAt: (one, other) => other.atMs - one.atMs || other.position - one.position,
  publishAt: (one, other) => one.atMs - other.atMs || one.position - other.position,
};

function matches(world: MockState['world'], post: StoredPost, query: ListPostsQuery): boolean {
  const { status, platform, accountId, profileId, createdAfter, createdBefore, publishAfter, publishBefore } = query;
  const { publishAtMs } = post;
  // One target has to answer to all that is asked of targets.
  const isAsked = (target: StoredPost['targets'][number]): boolean =>
    (platform === undefined || target.platform === platform) &&
    (accountId === undefined || target.accountId === accountId) &&
    (profileId === undefined || world.accounts.get(target.accountId)?.profileId === profileId);
  return (
    (status === undefined || toPost(post).status === status) &&
    post.targets.some(isAsked) &&
    (createdAfter === undefined || post.createdAtMs > Date.parse(createdAfter)) &&
    (createdBefore === undefined || post.createdAtMs < Date.parse(createdBefore)) &&
    (publishAfter === undefined || (publishAtMs !== null && publishAtMs > Date.parse(publishAfter))) &&
    (publishBefore === undefined || (publishAtMs !== null && publishAtMs < Date.parse(publishBefore)))
  );
}

/** A cursor begins with the letter of its order: it names no place in the other. */
const LETTERS: Readonly<Record<PostOrder, string>> = { createdAt: '', publishAt: 'p' };

const writeCursor = ({ atMs, position }: Place, order: PostOrder): string =>
  btoa(`${LETTERS[order]}${atMs}.${position}`).replaceAll('=', '');

function readCursor(cursor: string, order: PostOrder): Place {
  const [, letter, ms, position] = /^(p?)(\d{1,15})\.(\d{1,15})$/.exec(decodeBase64(cursor)) ?? [];
  if (letter !== LETTERS[order] || ms === undefined || position === undefined) {
    throw invalidField(
      'cursor',
      'This is not a cursor of this list. Send the nextCursor of the page before, unchanged, with the same order.',
    );
  }
  return { atMs: Number(ms), position: Number(position) };
}

function decodeBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}
