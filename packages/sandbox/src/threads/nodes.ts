import { answerList, graphTimestamp, type Node } from '../meta/graph/fields.ts';
import { type GraphAnswer, missingObject, refused } from '../meta/graph/graph-answer.ts';
import { type GraphCall, isOwnAccount } from '../meta/graph/graph-router.ts';
import { type NodeRules, postFields } from '../meta/graph/read-node.ts';
import { DAY_MS } from '../meta/moving-day.ts';
import type { PerPerson } from '../meta/per-person.ts';
import { pictureUrl } from '../meta/picture.ts';
import type { MetaState } from '../meta/state.ts';
import { pollEnd } from './poll.ts';
import { repliesTo, type ThreadsDraft, type ThreadsPost } from './posts.ts';

export type NodeDeps = MetaState<ThreadsPost> & { readonly geoGating: PerPerson<boolean> };

/** The readable nodes of Threads: the person, containers and posts. */
export function createNodeRules(deps: NodeDeps): NodeRules<ThreadsPost> {
  return {
    profile: (profile) => ({
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
        is_eligible_for_geo_gating: deps.geoGating.of(profile.username),
      },
    }),
    container(container) {
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
    },
    post: (post) => postNode(deps, post),
    // That archived ghost posts are in their own list alone is assumed: Meta names both lists.
    isListed: ({ draft, publishedAt }) =>
      draft.replyTo === null && !(draft.extras.isGhost && publishedAt + DAY_MS <= deps.world.clock.now()),
  };
}

/** `GET /{post}/replies`: direct replies, oldest first. */
export function listReplies(deps: NodeDeps, call: GraphCall): GraphAnswer {
  if (deps.posts.find(call.node)?.username !== call.profile.username)
    return refused(missingObject(call.method, call.node));
  const replies = deps.posts.all().filter(({ draft }) => draft.replyTo === call.node);
  return answerList(
    replies.map((reply) => postNode(deps, reply)),
    call.parameters.get('fields'),
  );
}

/** `GET /{user}/ghost_posts`: the own ghost posts, archived ones among them, newest first. */
export function listGhostPosts(deps: NodeDeps, call: GraphCall): GraphAnswer {
  if (!isOwnAccount(call)) return refused(missingObject(call.method, call.node));
  const ghosts = deps.posts.of(call.profile.username).filter(({ draft }) => draft.extras.isGhost);
  return answerList(
    ghosts.toReversed().map((ghost) => postNode(deps, ghost)),
    call.parameters.get('fields'),
  );
}

/** A post has no `status` or `error_message` (exileum/meta-mcp issue 143, 2026-10). */
function postNode(deps: NodeDeps, post: ThreadsPost): Node {
  const { draft, username } = post;
  return {
    type: 'ThreadsMedia',
    byDefault: ['id'],
    fields: {
      ...postFields(deps, post),
      media_product_type: 'THREADS',
      media_type: post.repostOf === null ? draft.type : 'REPOST_FACADE',
      // Fields of Meta's Postman collection and sample app (fbsamples/threads_api, checked
      // 2026-11); content that cannot be posted here has no value.
      gif_url:
        draft.extras.gifId === null ? undefined : `https://media.giphy.com/media/${draft.extras.gifId}/giphy.gif`,
      thumbnail_url: undefined,
      // Meta, Threads quote posts (2025-12-22), checked 2026-11.
      is_quote_post: draft.quotes !== null,
      quoted_post: draft.quotes === null ? undefined : { id: draft.quotes },
      link_attachment_url: draft.link ?? undefined,
      topic_tag: draft.topic ?? undefined,
      poll_attachment: pollOf(post),
      location_id: undefined,
      is_spoiler_media: draft.extras.isSpoiler,
      text_entities:
        draft.extras.spoilers.length === 0
          ? undefined
          : draft.extras.spoilers.map(({ offset, length }) => ({ entity_type: 'SPOILER', offset, length })),
      text_attachment: attachmentOf(draft),
      allowlisted_country_codes: draft.extras.countries.length === 0 ? undefined : draft.extras.countries,
      ...ghostFields(deps, post),
      is_verified: false,
      profile_picture_url: pictureOf(deps, username),
      is_reply_owned_by_me: draft.replyTo !== null,
      root_post: rootOf(deps, post),
      hide_status: draft.replyTo === null ? undefined : 'NOT_HUSHED',
      reply_audience: draft.replyControl.toUpperCase(),
      text: draft.text === '' ? undefined : draft.text,
      is_reply: draft.replyTo !== null,
      replied_to: draft.replyTo === null ? undefined : { id: draft.replyTo },
      reposted_post: post.repostOf === null ? undefined : { id: post.repostOf },
      has_replies: repliesTo(deps.posts.all(), post.id).length > 0,
    },
  };
}

function attachmentOf({ extras }: ThreadsDraft): Readonly<Record<string, unknown>> | undefined {
  if (extras.attachment === null) return undefined;
  const { plaintext, link, styled } = extras.attachment;
  return {
    plaintext,
    ...(link !== null && { link_attachment_url: link }),
    ...(styled.length > 0 && {
      text_with_styling_info: styled.map(({ offset, length, styles }) => ({ offset, length, styling_info: styles })),
    }),
  };
}

/** Nobody votes here (Meta, Threads polls, checked 2026-11). */
function pollOf({ draft, publishedAt }: ThreadsPost): Readonly<Record<string, unknown>> | undefined {
  if (draft.poll === null) return undefined;
  const options = draft.poll.map((option, index) => [`option_${'abcd'[index]}`, option] as const);
  return {
    ...Object.fromEntries(options),
    ...Object.fromEntries(options.map(([name]) => [`${name}_votes_percentage`, 0])),
    total_votes: 0,
    expiration_timestamp: graphTimestamp(pollEnd(publishedAt)),
  };
}

function pictureOf({ world }: NodeDeps, username: string): string | undefined {
  const profile = world.profiles.byUsername(username);
  return profile && pictureUrl(world, profile);
}

/** A ghost post is archived after 24 hours (Meta, Threads, retrieve posts, checked 2026-11). */
function ghostFields({ world }: NodeDeps, { draft, publishedAt }: ThreadsPost): Readonly<Record<string, unknown>> {
  if (!draft.extras.isGhost) return { ghost_post_status: undefined, ghost_post_expiration_timestamp: undefined };
  const endsAt = publishedAt + DAY_MS;
  return {
    ghost_post_status: world.clock.now() < endsAt ? 'ACTIVE' : 'ARCHIVED',
    ghost_post_expiration_timestamp: graphTimestamp(endsAt),
  };
}

/** The first post of a chain of replies. */
function rootOf(deps: NodeDeps, { draft }: ThreadsPost): { readonly id: string } | undefined {
  if (draft.replyTo === null) return undefined;
  const parent = deps.posts.find(draft.replyTo);
  return (parent && rootOf(deps, parent)) ?? { id: draft.replyTo };
}
