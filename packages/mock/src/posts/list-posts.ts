import type { ListPostsQuery, ListPostsResponse } from '@fanfare/contract';
import type { MockState } from '../mock-state.ts';
import { invalidField } from '../request-refusal.ts';
import type { Project, StoredPost } from '../world.ts';
import { toPost } from './to-post.ts';

type Place = Pick<StoredPost, 'createdAtMs' | 'position'>;

/** One page of posts, newest first, by offset or from a cursor. */
export function listPosts(
  { world }: Pick<MockState, 'world'>,
  project: Project,
  query: ListPostsQuery,
): ListPostsResponse {
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const matching = [...world.posts.values()]
    .filter((post) => post.projectId === project.id && matches(world, post, query))
    .filter((post) => after === null || compareNewest(after, post) < 0)
    .sort(compareNewest);
  const posts = matching.slice(query.offset, query.offset + query.limit);
  const hasMore = matching.length > query.offset + posts.length;
  const last = posts.at(-1);
  return {
    posts: posts.map(toPost),
    limit: query.limit,
    offset: query.offset,
    hasMore,
    nextCursor: hasMore && last ? writeCursor(last) : null,
  };
}

const compareNewest = (one: Place, other: Place): number =>
  other.createdAtMs - one.createdAtMs || other.position - one.position;

function matches(world: MockState['world'], post: StoredPost, query: ListPostsQuery): boolean {
  const { status, platform, accountId, profileId, createdAfter, createdBefore } = query;
  // One target has to answer to all that is asked of targets.
  const isAsked = (target: StoredPost['targets'][number]): boolean =>
    (platform === undefined || target.platform === platform) &&
    (accountId === undefined || target.accountId === accountId) &&
    (profileId === undefined || world.accounts.get(target.accountId)?.profileId === profileId);
  return (
    (status === undefined || toPost(post).status === status) &&
    post.targets.some(isAsked) &&
    (createdAfter === undefined || post.createdAtMs > Date.parse(createdAfter)) &&
    (createdBefore === undefined || post.createdAtMs < Date.parse(createdBefore))
  );
}

const writeCursor = ({ createdAtMs, position }: Place): string =>
  btoa(`${createdAtMs}.${position}`).replaceAll('=', '');

function readCursor(cursor: string): Place {
  const [, ms, position] = /^(\d{1,15})\.(\d{1,15})$/.exec(decodeBase64(cursor)) ?? [];
  if (ms === undefined || position === undefined) {
    throw invalidField(
      'cursor',
      'This is not a cursor of this list. Send the nextCursor of the page before, unchanged.',
    );
  }
  return { createdAtMs: Number(ms), position: Number(position) };
}

function decodeBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}
