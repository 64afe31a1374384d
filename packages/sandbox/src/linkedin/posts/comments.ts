import type { Request } from 'express';
import type { Caller } from '../admit.ts';
import { mayWriteAs } from '../page-roles.ts';
import { listAt, textAt } from '../restli/body-path.ts';
import {
  forbiddenField,
  illegalArgument,
  notEverywhereYet,
  notFound,
  notPermitted,
  refusal,
  schemaRefusal,
  tooLong,
} from '../restli/refusals.ts';
import { empty, json, type Reply } from '../restli/reply.ts';
import { readJson } from '../restli/request-body.ts';
import { pageOf } from '../restli/restli-query.ts';
import { type Schema, schemaProblems } from '../restli/restli-schema.ts';
import { nextId } from '../urns.ts';
import type { Comment, Post, World } from '../world.ts';
import { livePost, mayReadPostsOf } from './posts.ts';

const MAX_COMMENT = 1_250;

const commentSchema: Schema = {
  fields: {
    actor: 'string',
    object: 'string',
    message: { fields: { text: 'string', attributes: { items: 'any' } }, optional: ['attributes'] },
    parentComment: 'string',
    content: { items: 'any' },
  },
  optional: ['parentComment', 'content'],
};

/** `POST /rest/socialActions/{urn}/comments` (LinkedIn Comments API, checked 2026-11). */
export async function addComment(world: World, caller: Caller, target: string, req: Request): Promise<Reply> {
  const read = await readJson(req);
  if (!read.ok) return read.reply;
  const body = read.value;
  const problems = schemaProblems(commentSchema, body);
  if (problems.length > 0) return schemaRefusal(problems);
  const actor = textAt(body, 'actor');
  if (!mayComment(world, caller, actor)) return notPermitted(caller.call);
  if (!mayWriteAs(world, caller.member.id, actor)) return forbiddenField('/actor');

  const post = livePost(world, target);
  if (!post) return notFound();
  if (livePost(world, textAt(body, 'object')) !== post)
    return illegalArgument('object does not match the resource key');
  if (post.commentRacesLeft > 0) {
    post.commentRacesLeft -= 1;
    return notEverywhereYet(target, world.settings.commentRaceAnswer);
  }
  const parent = textAt(body, 'parentComment');
  if (parent !== '' && !post.comments.some(({ urn }) => urn === parent)) return notFound();
  const text = textAt(body, 'message', 'text');
  if (text.trim() === '') return refusal(400, 'INVALID_VALUE_BLANK_FIELD', "/message/text can't be blank");
  if (text.length > MAX_COMMENT) return tooLong('/message/text', text.length, MAX_COMMENT);

  const id = nextId(world);
  const comment: Comment = {
    id,
    urn: `urn:li:comment:(${post.activityUrn},${id})`,
    actor,
    parent: parent === '' ? null : parent,
    text,
    attributes: listAt(body, 'message', 'attributes'),
    createdAt: world.context.clock.now(),
  };
  post.comments.push(comment);
  return created(world, post, comment);
}

function created(world: World, post: Post, comment: Comment): Reply {
  const header = { 'x-restli-id': comment.id };
  const { $URN, commentUrn, ...plain } = commentRecord(post, comment);
  switch (world.settings.commentAnswer) {
    case 'full':
      return json(201, { ...plain, $URN, commentUrn }, header);
    case 'plain':
      return json(201, plain, header);
    case 'empty':
      return empty(201, header);
  }
}

/** `GET /rest/socialActions/{urn}/comments` */
export function listComments(world: World, caller: Caller, target: string, req: Request): Reply {
  const post = livePost(world, target);
  if (!post) return notFound();
  const readable = mayReadPostsOf(world, caller, post.author) || mayReadPostsOf(world, caller, post.author, '_feed');
  if (!readable) return notPermitted(caller.call);
  const found = pageOf(
    req,
    post.comments.map((comment) => commentRecord(post, comment)),
  );
  return found.ok ? json(200, found.value) : found.reply;
}

/** Whether plain scopes may comment is disputed (control `comment-scopes`); `_feed` ones may. */
function mayComment(world: World, caller: Caller, actor: string): boolean {
  const plain = actor.startsWith('urn:li:organization:') ? 'w_organization_social' : 'w_member_social';
  const plainIsEnough = world.settings.commentScopes === 'old';
  return caller.scopes.has(`${plain}_feed`) || (plainIsEnough && caller.scopes.has(plain));
}

function commentRecord(post: Post, comment: Comment) {
  const stamp = { actor: comment.actor, time: comment.createdAt };
  return {
    id: comment.id,
    actor: comment.actor,
    object: post.activityUrn,
    ...(comment.parent !== null && { parentComment: comment.parent }),
    message: { text: comment.text, attributes: comment.attributes },
    created: stamp,
    lastModified: stamp,
    $URN: comment.urn,
    commentUrn: comment.urn,
  };
}
