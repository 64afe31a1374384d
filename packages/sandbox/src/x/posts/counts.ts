import { naturalCounts } from '../../natural-counts.ts';
import type { CountName, XPost } from '../content.ts';
import type { XWorld } from '../world.ts';

/** The counts of a post: of a test, else counted (reposts, replies, views) or growing. */
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
    ...post.setCounts,
    impressions: (post.setCounts.impressions ?? natural.views) + post.looks,
  };
}
