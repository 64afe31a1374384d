import type { Request } from 'express';
import type { Caller } from '../admit.ts';
import { mayReadAs, mayWriteAs } from '../page-roles.ts';
import { forbiddenField, illegalArgument, notFound, notPermitted } from '../restli/refusals.ts';
import { empty, json, type Reply } from '../restli/reply.ts';
import { finderRefusal, pageOf, rawQuery, textParameter } from '../restli/restli-query.ts';
import type { Post, World } from '../world.ts';

/** A visible post, by its own URN or its activity's. */
export function livePost(world: World, urn: string): Post | undefined {
  const post = world.posts.get(urn) ?? [...world.posts.values()].find(({ activityUrn }) => activityUrn === urn);
  return post?.deleted ? undefined : post;
}

export function newestFirst(world: World): readonly Post[] {
  return [...world.posts.values()].filter(({ deleted }) => !deleted).reverse();
}

/** Scopes that read an author's posts: pages' are vetted, members' closed. */
export function mayReadPostsOf(world: World, caller: Caller, author: string, feed: '' | '_feed' = ''): boolean {
  const owner = author.startsWith('urn:li:organization:') ? 'organization' : 'member';
  return caller.scopes.has(`r_${owner}_social${feed}`) && mayReadAs(world, caller.member.id, author);
}

/** `GET /rest/posts/{urn}`: members' posts are write-only for nearly every app. */
export function showPost(world: World, caller: Caller, urn: string): Reply {
  const post = livePost(world, urn);
  if (!post) return notFound();
  return mayReadPostsOf(world, caller, post.author) ? json(200, postRecord(world, post)) : notPermitted(caller.call);
}

/** `GET /rest/posts?q=author&author={urn}` */
export function findPosts(world: World, caller: Caller, req: Request): Reply {
  const query = rawQuery(req);
  const wrong = finderRefusal(query, 'author');
  if (wrong) return wrong;
  const author = textParameter(query, 'author');
  if (author === undefined) return illegalArgument("Parameter 'author' is required");
  if (!mayReadPostsOf(world, caller, author)) return notPermitted(caller.call);
  const found = pageOf(
    req,
    newestFirst(world)
      .filter((post) => post.author === author)
      .map((post) => postRecord(world, post)),
  );
  return found.ok ? json(200, found.value) : found.reply;
}

/** `DELETE /rest/posts/{urn}`: 204, also when it is gone already. */
export function deletePost(world: World, caller: Caller, urn: string): Reply {
  const post = livePost(world, urn);
  if (!post) return empty(204);
  const scope = post.author.startsWith('urn:li:organization:') ? 'w_organization_social' : 'w_member_social';
  if (!caller.scopes.has(scope)) return notPermitted(caller.call);
  if (!mayWriteAs(world, caller.member.id, post.author)) return forbiddenField('/author');
  post.deleted = true;
  return empty(204);
}

/** The first post of a chain of reshares. */
function rootOf(world: World, { urn, reshares }: Post): string {
  const parent = reshares === null ? undefined : world.posts.get(reshares);
  return parent ? rootOf(world, parent) : urn;
}

function postRecord(world: World, post: Post) {
  return {
    id: post.urn,
    author: post.author,
    commentary: post.keptCommentary,
    visibility: post.visibility,
    distribution: post.distribution,
    ...(post.content !== undefined && { content: post.content }),
    ...(post.reshares !== null && { reshareContext: { parent: post.reshares, root: rootOf(world, post) } }),
    lifecycleState: 'PUBLISHED',
    lifecycleStateInfo: { isEditedByAuthor: false },
    isReshareDisabledByAuthor: post.isReshareDisabledByAuthor,
    createdAt: post.createdAt,
    publishedAt: post.createdAt,
    lastModifiedAt: post.createdAt,
  };
}
