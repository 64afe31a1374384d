import { answerFields } from '../meta/fields.ts';
import { answered, type GraphAnswer, invalidParameter, missingObject, refused } from '../meta/graph-answer.ts';
import type { GraphCall } from '../meta/graph-router.ts';
import type { MetaWorld } from '../meta/world.ts';
import { commentNode } from './answer-shapes.ts';
import { findComment, type InstagramComment, type InstagramMedia, type InstagramMediaBook } from './media.ts';

type CommentDeps = { readonly world: MetaWorld; readonly media: InstagramMediaBook };

/** `POST /{media}/comments`. */
export function addComment(deps: CommentDeps, call: GraphCall): GraphAnswer {
  const media = ownMedia(deps, call);
  // Stories take no comments.
  if (!media || media.draft.product === 'STORY') return refused(missingObject(call.method, call.node));
  return write(deps, call, media.comments);
}

/** `POST /{comment}/replies`. */
export function addReply(deps: CommentDeps, call: GraphCall): GraphAnswer {
  const comment = findComment(deps.media.of(call.profile.username), call.node);
  return comment ? write(deps, call, comment.replies) : refused(missingObject(call.method, call.node));
}

/** `GET /{media}/comments`. */
export function listComments(deps: CommentDeps, call: GraphCall): GraphAnswer {
  const media = ownMedia(deps, call);
  if (!media) return refused(missingObject(call.method, call.node));
  const data: unknown[] = [];
  for (const comment of media.comments) {
    const answer = answerFields(commentNode(comment), call.parameters.get('fields'));
    if (!answer.ok) return answer;
    data.push(answer.body);
  }
  return answered({ data });
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

function ownMedia(deps: CommentDeps, call: GraphCall): InstagramMedia | undefined {
  const media = deps.media.find(call.node);
  return media?.username === call.profile.username ? media : undefined;
}
