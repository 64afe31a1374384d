import { answerList } from '../meta/graph/fields.ts';
import { answered, type GraphAnswer, invalidParameter, missingObject, refused } from '../meta/graph/graph-answer.ts';
import type { GraphCall } from '../meta/graph/graph-router.ts';
import type { Posts } from '../meta/posts.ts';
import type { MetaWorld } from '../meta/world.ts';
import { commentNode } from './answer-shapes.ts';
import { findComment, type InstagramComment, type InstagramPost } from './posts.ts';

type CommentDeps = { readonly world: MetaWorld; readonly posts: Posts<InstagramPost> };

/** `POST /{media}/comments`. */
export function addComment(deps: CommentDeps, call: GraphCall): GraphAnswer {
  const post = ownPost(deps, call);
  // Stories take no comments.
  if (!post || post.draft.product === 'STORY') return refused(missingObject(call.method, call.node));
  return write(deps, call, post.comments);
}

/** `POST /{comment}/replies`. */
export function addReply(deps: CommentDeps, call: GraphCall): GraphAnswer {
  const comment = findComment(deps.posts.of(call.profile.username), call.node);
  return comment ? write(deps, call, comment.replies) : refused(missingObject(call.method, call.node));
}

/** `GET /{media}/comments`. */
export function listComments(deps: CommentDeps, call: GraphCall): GraphAnswer {
  const post = ownPost(deps, call);
  if (!post) return refused(missingObject(call.method, call.node));
  return answerList(post.comments.map(commentNode), call.parameters.get('fields'));
}

function write(deps: CommentDeps, call: GraphCall, into: InstagramComment[]): GraphAnswer {
  const text = call.parameters.get('message')?.trim() ?? '';
  if (text === '') return refused(invalidParameter('The parameter message is required'));
  const { world } = deps;
  const comment = {
    id: world.ids.next('178'),
    username: call.profile.username,
    text,
    at: world.clock.now(),
    replies: [],
  };
  into.push(comment);
  return answered({ id: comment.id });
}

function ownPost(deps: CommentDeps, call: GraphCall): InstagramPost | undefined {
  const post = deps.posts.find(call.node);
  return post?.username === call.profile.username ? post : undefined;
}
