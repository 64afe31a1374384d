import type { ListPostsQuery, ListPostsResponse, PostOrder } from '@fanfare/contract';
import { type Decision, type RowPosition, readPageStart, toPostPage } from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';
import type { Project, StoredPost } from '../world.ts';
import { toPost } from './to-post.ts';

const POSITION = /^\d{1,15}$/;

/** One page of posts in either order, by offset or from a cursor. */
export function filterPosts(
  { world }: Pick<MockState, 'world'>,
  project: Project,
  query: ListPostsQuery,
): Decision<{ readonly answer: ListPostsResponse }> {
  const start = readPageStart(query, POSITION);
  if (!start.ok) return start;
  const { order, after } = start;
  const compare = COMPARE[order];
  const matching = [...world.posts.values()]
    .filter((post) => post.projectId === project.id && matches(world, post, query))
    // A post that was published at once has no position in the order of times.
    .filter(({ publishAtMs }) => order !== 'publishAt' || publishAtMs !== null)
    .map((post) => ({ post, position: positionOf(post, order) }))
    .filter(({ position }) => after === null || compare(after, position) < 0)
    .sort((one, other) => compare(one.position, other.position));
  const rows = matching.slice(query.offset, query.offset + query.limit + 1);
  const { shown, page } = toPostPage(rows, query, ({ position }) => position);
  return { ok: true, answer: { posts: shown.map(({ post }) => toPost(post)), ...page } };
}

const positionOf = ({ createdAtMs, publishAtMs, position }: StoredPost, order: PostOrder): RowPosition => ({
  at: new Date(order === 'publishAt' ? (publishAtMs ?? 0) : createdAtMs),
  id: String(position),
});

const COMPARE: Readonly<Record<PostOrder, (one: RowPosition, other: RowPosition) => number>> = {
  createdAt: (one, other) => other.at.getTime() - one.at.getTime() || Number(other.id) - Number(one.id),
  publishAt: (one, other) => one.at.getTime() - other.at.getTime() || Number(one.id) - Number(other.id),
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
    // A removal may have left a post without targets.
    (post.targets.some(isAsked) || (post.targets.length === 0 && !platform && !accountId && profileId === undefined)) &&
    (createdAfter === undefined || post.createdAtMs > Date.parse(createdAfter)) &&
    (createdBefore === undefined || post.createdAtMs < Date.parse(createdBefore)) &&
    (publishAfter === undefined || (publishAtMs !== null && publishAtMs > Date.parse(publishAfter))) &&
    (publishBefore === undefined || (publishAtMs !== null && publishAtMs < Date.parse(publishBefore)))
  );
}
