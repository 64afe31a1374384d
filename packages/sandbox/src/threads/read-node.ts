import type { Containers } from '../meta/containers.ts';
import { answerFields, graphTimestamp, type Node } from '../meta/fields.ts';
import { answered, type GraphAnswer, missingObject, refused } from '../meta/graph-answer.ts';
import { type GraphCall, isOwnAccount } from '../meta/graph-router.ts';
import type { Operation } from '../meta/operations.ts';
import { pictureUrl } from '../meta/picture.ts';
import type { MetaProfile } from '../meta/profiles.ts';
import type { MetaWorld } from '../meta/world.ts';
import type { ThreadsContainer, ThreadsDraft, ThreadsPost, ThreadsPostBook } from './posts.ts';

type ReadDeps = {
  readonly world: MetaWorld;
  readonly containers: Containers<ThreadsDraft>;
  readonly posts: ThreadsPostBook;
};

/** Says what the id of a `GET /{id}` stands for. */
export function operationOfRead(deps: ReadDeps, call: GraphCall): Operation {
  if (isOwnAccount(call)) return 'read_profile';
  return deps.containers.find(call.node) ? 'read_container' : 'read_media';
}

/** `GET /{id}`: the person, a container or a post. */
export function readNode(deps: ReadDeps, call: GraphCall): GraphAnswer {
  const fields = call.parameters.get('fields');
  const { username } = call.profile;
  if (isOwnAccount(call)) return answerFields(profileNode(deps, call.profile), fields);
  const container = deps.containers.find(call.node);
  if (container?.username === username) return answerFields(containerNode(deps, container), fields);
  const post = deps.posts.find(call.node);
  if (post?.username === username) return answerFields(postNode(deps, post), fields);
  return refused(missingObject(call.method, call.node));
}

/** `GET /{user}/threads`: own posts and reposts without replies, newest first. */
export function listPosts(deps: ReadDeps, call: GraphCall): GraphAnswer {
  if (!isOwnAccount(call)) return refused(missingObject(call.method, call.node));
  const own = deps.posts
    .all()
    .filter(({ username, draft }) => username === call.profile.username && draft.replyTo === null);
  return answerList(deps, call, own.toReversed());
}

/** `GET /{post}/replies`: direct answers, oldest first. */
export function listReplies(deps: ReadDeps, call: GraphCall): GraphAnswer {
  if (deps.posts.find(call.node)?.username !== call.profile.username)
    return refused(missingObject(call.method, call.node));
  return answerList(
    deps,
    call,
    deps.posts.all().filter(({ draft }) => draft.replyTo === call.node),
  );
}

function answerList(deps: ReadDeps, call: GraphCall, posts: readonly ThreadsPost[]): GraphAnswer {
  const data: unknown[] = [];
  for (const post of posts) {
    const answer = answerFields(postNode(deps, post), call.parameters.get('fields'));
    if (!answer.ok) return answer;
    data.push(answer.body);
  }
  return answered({ data });
}

function profileNode(deps: ReadDeps, profile: MetaProfile): Node {
  return {
    type: 'ThreadsUser',
    byDefault: ['id'],
    fields: {
      id: profile.accountId,
      username: profile.username,
      name: profile.name,
      threads_profile_picture_url: pictureUrl(deps.world, profile),
      threads_biography: '',
      is_verified: false,
      recently_searched_keywords: undefined,
      is_eligible_for_geo_gating: false,
    },
  };
}

function containerNode(deps: ReadDeps, container: ThreadsContainer): Node {
  const state = deps.containers.look(container);
  return {
    type: 'ThreadsMediaContainer',
    byDefault: ['id'],
    fields: {
      id: container.id,
      status: state.name,
      error_message: state.name === 'ERROR' ? state.error : undefined,
    },
  };
}

/** A post has no `status` and no `error_message`: asking for them is an error (exileum/meta-mcp issue 143, checked 2026-10). */
function postNode(deps: ReadDeps, post: ThreadsPost): Node {
  const { world } = deps;
  const { draft, username } = post;
  const hidden = world.permalinkHidden.of(username);
  return {
    type: 'ThreadsMedia',
    byDefault: ['id'],
    fields: {
      id: post.id,
      permalink: hidden ? undefined : `${world.context.urlOf('threads', 'www')}/@${username}/post/${post.shortcode}`,
      shortcode: post.shortcode,
      media_product_type: 'THREADS',
      media_type: post.repostOf === null ? draft.type : 'REPOST_FACADE',
      // Fields of Meta's Postman collection and sample app (fbsamples/threads_api, checked 2026-11); what nobody can post here has no value.
      gif_url: undefined,
      thumbnail_url: undefined,
      children: post.childIds.length > 0 ? { data: post.childIds.map((id) => ({ id })) } : undefined,
      is_quote_post: false,
      quoted_post: undefined,
      link_attachment_url: draft.link ?? undefined,
      topic_tag: draft.topic ?? undefined,
      poll_attachment: undefined,
      location_id: undefined,
      is_spoiler_media: false,
      text_entities: undefined,
      ghost_post_status: undefined,
      is_verified: false,
      profile_picture_url: pictureOf(deps, username),
      is_reply_owned_by_me: draft.replyTo !== null,
      root_post: rootOf(deps, post),
      hide_status: draft.replyTo === null ? undefined : 'NOT_HUSHED',
      reply_audience: 'EVERYONE',
      media_url: draft.type === 'CAROUSEL_ALBUM' ? undefined : draft.items[0]?.url,
      text: draft.text === '' ? undefined : draft.text,
      alt_text: draft.items[0]?.altText ?? undefined,
      timestamp: graphTimestamp(post.publishedAt),
      username,
      owner: { id: world.profiles.byUsername(username)?.accountId },
      is_reply: draft.replyTo !== null,
      replied_to: draft.replyTo === null ? undefined : { id: draft.replyTo },
      reposted_post: post.repostOf === null ? undefined : { id: post.repostOf },
      has_replies: deps.posts.repliesTo(post.id).length > 0,
    },
  };
}

function pictureOf({ world }: ReadDeps, username: string): string | undefined {
  const profile = world.profiles.byUsername(username);
  return profile && pictureUrl(world, profile);
}

/** The post a chain of replies began with. */
function rootOf(deps: ReadDeps, { draft }: ThreadsPost): { readonly id: string } | undefined {
  if (draft.replyTo === null) return undefined;
  const parent = deps.posts.find(draft.replyTo);
  return (parent && rootOf(deps, parent)) ?? { id: draft.replyTo };
}
