import type { Request } from 'express';
import type { Caller } from '../admit.ts';
import { livePost, mayReadPostsOf } from '../posts/posts.ts';
import { illegalArgument, notFound, notPermitted } from '../restli/refusals.ts';
import { json, type Reply } from '../restli/reply.ts';
import { listParameter, rawQuery } from '../restli/restli-query.ts';
import type { Activity, Post, World } from '../world.ts';
import { activityOf, reactionCount } from './activity.ts';

/** `GET /rest/socialActions/{urn}` */
export function showSocialActions(world: World, caller: Caller, urn: string): Reply {
  const post = livePost(world, urn);
  if (!post) return notFound();
  if (!mayReadPostsOf(world, caller, post.author)) return notPermitted(caller.call);
  const activity = activityOf(world, post);
  const likes = reactionCount(activity);
  return json(200, {
    target: urn,
    likesSummary: { totalLikes: likes, aggregatedTotalLikes: likes, likedByCurrentUser: false, selectedLikes: [] },
    commentsSummary: {
      totalFirstLevelComments: firstLevel(post, activity),
      aggregatedTotalComments: activity.comments,
      commentsState: 'OPEN',
      selectedComments: [],
    },
  });
}

/** `GET /rest/socialMetadata/{urn}` */
export function showSocialMetadata(world: World, caller: Caller, urn: string): Reply {
  const post = livePost(world, urn);
  if (!post) return notFound();
  if (!mayReadPostsOf(world, caller, post.author, '_feed')) return notPermitted(caller.call);
  const activity = activityOf(world, post);
  return json(200, {
    entity: urn,
    commentsState: 'OPEN',
    reactionSummaries: Object.fromEntries(
      Object.entries(activity.reactions).map(([reactionType, count]) => [reactionType, { reactionType, count }]),
    ),
    commentSummary: {
      count: activity.comments,
      topLevelCount: firstLevel(post, activity),
    },
  });
}

/** All comments except answers to other comments. */
function firstLevel(post: Post, activity: Activity): number {
  return activity.comments - Math.min(activity.comments, post.comments.filter(({ parent }) => parent !== null).length);
}

/** `GET /rest/socialMetadata?ids=List(…)`: a separate answer per key, in a map. */
export function showSocialMetadataBatch(world: World, caller: Caller, req: Request): Reply {
  const ids = listParameter(rawQuery(req), 'ids');
  if (!ids.ok) return ids.reply;
  if (ids.value === undefined) return illegalArgument("Parameter 'ids' is required");
  return batch(ids.value, (urn) => showSocialMetadata(world, caller, urn));
}

/** Puts the answers for many keys together as rest.li's BATCH_GET does. */
export function batch(keys: readonly string[], answer: (key: string) => Reply): Reply {
  const answers = keys.map((key) => ({ key, reply: answer(key) }));
  return json(200, {
    results: Object.fromEntries(
      answers.filter(({ reply }) => reply.status === 200).map(({ key, reply }) => [key, reply.json]),
    ),
    statuses: Object.fromEntries(answers.map(({ key, reply }) => [key, reply.status])),
    errors: Object.fromEntries(
      answers.filter(({ reply }) => reply.status !== 200).map(({ key, reply }) => [key, reply.json]),
    ),
  });
}
