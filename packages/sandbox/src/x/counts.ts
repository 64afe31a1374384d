import { naturalCounts } from '../natural-counts.ts';
import type { CountName, XPost, XWorld } from './world.ts';

/** The numbers of a post now: what a test told, else what was counted (reposts, replies, looks at its page) and what grew with its age. */
export function countsOf(world: XWorld, post: XPost): Readonly<Record<CountName, number>> {
  const { posts } = world.state;
  const natural = naturalCounts(post.id, world.clock.now() - post.createdAtMs);
  return {
    likes: natural.likes,
    reposts: posts.repostsOf(post.id).length,
    replies: posts.repliesTo(post.id).length,
    quotes: natural.quotes,
    bookmarks: natural.saves,
    linkClicks: post.links.length > 0 ? natural.clicks : 0,
    profileClicks: Math.floor(natural.clicks / 4),
    ...post.told,
    impressions: (post.told.impressions ?? natural.views) + post.looks,
  };
}
