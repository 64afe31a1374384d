import type { Containers } from '../meta/containers.ts';
import { answerFields, graphTimestamp, type Node } from '../meta/fields.ts';
import { answered, type GraphAnswer, missingObject, refused } from '../meta/graph-answer.ts';
import { type GraphCall, isOwnAccount } from '../meta/graph-router.ts';
import type { Operation } from '../meta/operations.ts';
import type { PerPerson } from '../meta/per-person.ts';
import { pictureUrl } from '../meta/picture.ts';
import type { MetaWorld } from '../meta/world.ts';
import { type AnswerShapes, commentNode } from './answer-shapes.ts';
import { containerSentences } from './failures.ts';
import { insightValues } from './insights.ts';
import {
  findComment,
  type InstagramContainer,
  type InstagramDraft,
  type InstagramMedia,
  type InstagramMediaBook,
  permalinkPath,
} from './media.ts';

type ReadDeps = {
  readonly world: MetaWorld;
  readonly containers: Containers<InstagramDraft>;
  readonly media: InstagramMediaBook;
  readonly shapes: PerPerson<AnswerShapes>;
};

/** Says what the id of a `GET /{id}` stands for. */
export function operationOfRead(deps: ReadDeps, call: GraphCall): Operation {
  if (isOwnAccount(call)) return 'read_profile';
  return deps.containers.find(call.node) ? 'read_container' : 'read_media';
}

/** `GET /{id}`: the account itself, a container, a post or a comment. */
export function readNode(deps: ReadDeps, call: GraphCall): GraphAnswer {
  if (isOwnAccount(call)) return readProfile(deps, call);
  const { username } = call.profile;
  const fields = call.parameters.get('fields');
  const container = deps.containers.find(call.node);
  if (container?.username === username) return answerFields(containerNode(deps, container), fields);
  const media = deps.media.find(call.node);
  if (media?.username === username) return answerFields(mediaNode(deps, media), fields);
  const comment = findComment(deps.media.of(username), call.node);
  if (comment) return answerFields(commentNode(comment), fields);
  return refused(missingObject(call.method, call.node));
}

/** `GET /{ig}/media`: own posts, newest first. */
export function listMedia(deps: ReadDeps, call: GraphCall): GraphAnswer {
  if (!isOwnAccount(call)) return refused(missingObject(call.method, call.node));
  const nodes = deps.media
    .of(call.profile.username)
    .toReversed()
    .map((media) => mediaNode(deps, media));
  const data: unknown[] = [];
  for (const node of nodes) {
    const answer = answerFields(node, call.parameters.get('fields'));
    if (!answer.ok) return answer;
    data.push(answer.body);
  }
  return answered({ data });
}

function readProfile(deps: ReadDeps, call: GraphCall): GraphAnswer {
  const { profile } = call;
  const answer = answerFields(
    {
      type: 'User',
      byDefault: ['id'],
      fields: {
        id: profile.scopedId,
        user_id: profile.accountId,
        username: profile.username,
        name: profile.name,
        account_type: profile.kind,
        profile_picture_url: pictureUrl(deps.world, profile),
        // Nobody here has written a word about themselves: without a value a field is left out.
        biography: undefined,
        website: undefined,
        followers_count: 128,
        follows_count: 64,
        media_count: deps.media.of(profile.username).length,
      },
    },
    call.parameters.get('fields'),
  );
  // The documents wrap this answer, the live network does not.
  return answer.ok && deps.shapes.of(profile.username).me === 'wrapped' ? answered({ data: [answer.body] }) : answer;
}

function containerNode(deps: ReadDeps, container: InstagramContainer): Node {
  const state = deps.containers.look(container);
  const sentence = state.name === 'ERROR' ? containerSentences.ERROR(state.error) : containerSentences[state.name];
  return {
    type: 'ShadowIGMediaBuilder',
    byDefault: ['id'],
    fields: {
      id: container.id,
      // Now and then only `status` comes (trypostit/trypost issue 351, checked 2026-10).
      status_code: deps.shapes.of(container.username).statusCode === 'absent' ? undefined : state.name,
      status: sentence,
      copyright_check_status: undefined,
    },
  };
}

function mediaNode(deps: ReadDeps, media: InstagramMedia): Node {
  const { world } = deps;
  const { draft, username } = media;
  const first = draft.items[0];
  const numbers = insightValues(media, world.clock.now());
  const hidden = world.permalinkHidden.of(username);
  return {
    type: 'ShadowIGMedia',
    byDefault: ['id'],
    fields: {
      id: media.id,
      permalink: hidden ? undefined : `${world.context.urlOf('instagram', 'www')}${permalinkPath(media)}`,
      shortcode: hidden ? undefined : media.shortcode,
      media_type: draft.type,
      media_product_type: draft.product,
      media_url: draft.type === 'CAROUSEL_ALBUM' ? undefined : first?.url,
      thumbnail_url: first?.type === 'video' ? (first.coverUrl ?? undefined) : undefined,
      timestamp: graphTimestamp(media.publishedAt),
      username,
      caption: draft.caption === '' ? undefined : draft.caption,
      alt_text: first?.altText ?? undefined,
      is_ai_generated: draft.isAiGenerated,
      children: media.childIds.length > 0 ? { data: media.childIds.map((id) => ({ id })) } : undefined,
      is_comment_enabled: true,
      is_shared_to_feed: draft.product === 'REELS' ? draft.isSharedToFeed : undefined,
      like_count: deps.shapes.of(username).likeCount === 'absent' ? undefined : numbers.likes,
      comments_count: numbers.comments,
      owner: { id: world.profiles.byUsername(username)?.accountId },
    },
  };
}
