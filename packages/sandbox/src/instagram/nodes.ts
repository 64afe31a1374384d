import { answerList } from '../meta/graph/fields.ts';
import { type GraphAnswer, missingObject, refused } from '../meta/graph/graph-answer.ts';
import { type GraphCall, isOwnAccount } from '../meta/graph/graph-router.ts';
import { type NodeRules, postFields } from '../meta/graph/read-node.ts';
import { DAY_MS } from '../meta/moving-day.ts';
import type { PerPerson } from '../meta/per-person.ts';
import { pictureUrl } from '../meta/picture.ts';
import type { MetaState } from '../meta/state.ts';
import { type AnswerShapes, commentNode } from './answer-shapes.ts';
import { containerSentences } from './failures.ts';
import { insightValues } from './insights.ts';
import { findComment, type InstagramPost } from './posts.ts';

type NodeDeps = MetaState<InstagramPost> & { readonly shapes: PerPerson<AnswerShapes> };

/** The readable nodes of Instagram: the account, containers, posts and comments. */
export function createNodeRules(deps: NodeDeps): NodeRules<InstagramPost> {
  const { world } = deps;
  return {
    profile: (profile) => ({
      type: 'User',
      byDefault: ['id'],
      fields: {
        id: profile.scopedId,
        user_id: profile.accountId,
        username: profile.username,
        name: profile.name,
        account_type: profile.kind,
        profile_picture_url: pictureUrl(world, profile),
        // Sandbox profiles have no biography or website; a field without a value is omitted.
        biography: undefined,
        website: undefined,
        followers_count: 128,
        follows_count: 64,
        media_count: deps.posts.of(profile.username).length,
      },
    }),
    // The documentation wraps this answer, the live network does not.
    isProfileWrapped: (username) => deps.shapes.of(username).me === 'wrapped',
    container(container) {
      const state = deps.containers.look(container);
      return {
        type: 'ShadowIGMediaBuilder',
        byDefault: ['id'],
        fields: {
          id: container.id,
          // Sometimes only `status` comes (trypostit/trypost issue 351, checked 2026-10).
          status_code: deps.shapes.of(container.username).statusCode === 'absent' ? undefined : state.name,
          status: state.name === 'ERROR' ? containerSentences.ERROR(state.error) : containerSentences[state.name],
          copyright_check_status: undefined,
        },
      };
    },
    post(post) {
      const { draft, username } = post;
      const first = draft.items[0];
      const numbers = insightValues(post, world.clock.now());
      return {
        type: 'ShadowIGMedia',
        byDefault: ['id'],
        fields: {
          ...postFields(deps, post),
          shortcode: world.permalinkHidden.of(username) ? undefined : post.shortcode,
          media_type: draft.type,
          media_product_type: draft.product,
          thumbnail_url: first?.type === 'video' ? (first.coverUrl ?? undefined) : undefined,
          caption: draft.text === '' ? undefined : draft.text,
          is_ai_generated: draft.isAiGenerated,
          is_comment_enabled: true,
          is_shared_to_feed: draft.product === 'REELS' ? draft.isSharedToFeed : undefined,
          like_count: deps.shapes.of(username).likeCount === 'absent' ? undefined : numbers.likes,
          comments_count: numbers.comments,
        },
      };
    },
    // Stories have a list of their own (Meta, IG user media, reading, checked 2026-11).
    isListed: ({ draft }) => draft.product !== 'STORY',
    other(call) {
      const comment = findComment(deps.posts.of(call.profile.username), call.node);
      return comment && commentNode(comment);
    },
  };
}

/**
 * `GET /{ig}/stories`: the own stories of the last 24 hours, newest first (Meta, IG user stories,
 * page of 2025-01). The page names permissions of Facebook Login only; here the basic one counts.
 */
export function listStories(
  deps: MetaState<InstagramPost> & { readonly nodes: NodeRules<InstagramPost> },
  call: GraphCall,
): GraphAnswer {
  if (!isOwnAccount(call)) return refused(missingObject(call.method, call.node));
  const since = deps.world.clock.now() - DAY_MS;
  const stories = deps.posts
    .of(call.profile.username)
    .filter(({ draft, publishedAt }) => draft.product === 'STORY' && publishedAt > since);
  return answerList(
    stories.toReversed().map((story) => deps.nodes.post(story)),
    call.parameters.get('fields'),
  );
}
