import { naturalCounts } from '../../natural-counts.ts';
import type { Activity, Post, World } from '../world.ts';

/** Microsoft Learn, LinkedIn reactions, checked 2026-11. */
export const reactionTypes: readonly string[] = [
  'LIKE',
  'PRAISE',
  'EMPATHY',
  'APPRECIATION',
  'INTEREST',
  'ENTERTAINMENT',
];

/** The activity on a post: numbers of a test, else comments and growing numbers. */
export function activityOf(world: World, post: Post): Activity {
  const { views, likes, shares, clicks } = naturalCounts(post.urn, world.context.clock.now() - post.createdAt);
  return {
    reactions: naturalReactions(likes),
    comments: post.comments.length,
    impressions: views,
    clicks,
    reshares: shares,
    ...post.setCounts,
  };
}

export function reactionCount({ reactions }: Activity): number {
  return Object.values(reactions).reduce((sum, count) => sum + count, 0);
}

/** Most people like; some react differently. Reactions without a count are omitted. */
function naturalReactions(count: number): Readonly<Record<string, number>> {
  const praise = Math.floor(count * 0.12);
  const empathy = Math.floor(count * 0.06);
  const all = { LIKE: count - praise - empathy, PRAISE: praise, EMPATHY: empathy };
  return Object.fromEntries(Object.entries(all).filter(([, each]) => each > 0));
}
