import { answered, type GraphAnswer, missingObject, refused } from '../meta/graph/graph-answer.ts';
import type { GraphCall } from '../meta/graph/graph-router.ts';
import type { MovingDay } from '../meta/moving-day.ts';
import type { MetaState } from '../meta/state.ts';
import type { ThreadsPost } from './posts.ts';
import { POST_ID_PREFIX } from './publish.ts';

type RepostDeps = MetaState<ThreadsPost> & { readonly deleted: MovingDay };

/** `POST /{post}/repost`, for any public post. */
export function repost(deps: RepostDeps, call: GraphCall): GraphAnswer {
  const { world } = deps;
  const original = deps.posts.find(call.node);
  if (!original || original.repostOf !== null) return refused(missingObject(call.method, call.node));
  const id = world.ids.next(POST_ID_PREFIX);
  deps.posts.add({
    id,
    username: call.profile.username,
    shortcode: world.ids.shortcode(),
    draft: { ...original.draft, replyTo: null },
    childIds: original.childIds,
    repostOf: original.id,
    publishedAt: world.clock.now(),
    insights: {},
  });
  return answered({ id });
}

/** `DELETE /{post}`. */
export function deletePost(deps: RepostDeps, call: GraphCall): GraphAnswer {
  if (deps.posts.find(call.node)?.username !== call.profile.username)
    return refused(missingObject(call.method, call.node));
  deps.posts.remove(call.node);
  deps.deleted.record(call.profile.username);
  return answered({ success: true, deleted_id: call.node });
}
