import { readPostNumbers } from '../../post-numbers.ts';
import { isObject, readChoice, readText, readWhole, refuseUnknown } from '../../read-json.ts';
import type { Simulator } from '../../simulator.ts';
import { reactionTypes } from '../metrics/activity.ts';
import { livePost } from '../posts/posts.ts';
import type { World } from '../world.ts';
import { readTimes } from './read-times.ts';

type Body = Readonly<Record<string, unknown>>;

const MANY = 1_000_000;

/** Controls of posts, comments and their numbers. */
export function createPostControls(world: World): Simulator['controls'] {
  return {
    /** `{ times? }`: the next posts are created, but the 201 names no id. */
    'post-without-id': (body) => {
      world.settings.postsWithoutId = readTimes(body);
    },
    /** `{ times? }`: the next posts are refused as duplicates of a post that does not open. */
    'ghost-duplicate': (body) => {
      world.settings.ghostDuplicates = readTimes(body);
    },
    /** `{ answer }`: an unescaped reserved character: `cut` there (usual), or `refuse`. */
    'malformed-text': (body) => {
      refuseUnknown(body, ['answer']);
      world.settings.malformedText = readChoice(body, 'answer', ['cut', 'refuse']);
    },
    /** `{ mode }`: `old`, the plain write scopes may comment; `new`, only the `_feed` ones. */
    'comment-scopes': (body) => {
      refuseUnknown(body, ['mode']);
      world.settings.commentScopes = readChoice(body, 'mode', ['old', 'new']);
    },
    /** `{ times?, answer? }`: failing comment calls on each new post. */
    'comment-race': (body) => {
      const { answer, ...rest } = body;
      world.settings.commentRaces = readTimes(rest);
      world.settings.commentRaceAnswer =
        answer === undefined ? 'execution' : readChoice(body, 'answer', ['execution', 'activity']);
    },
    /** `{ shape }`: answers to new comments: `full`, `plain` (no URN) or `empty` (a header). */
    'comment-answer': (body) => {
      refuseUnknown(body, ['shape']);
      world.settings.commentAnswer = readChoice(body, 'shape', ['full', 'plain', 'empty']);
    },
    /** `{ urn, reactions?: { LIKE: 3 }, impressions?, clicks?, reshares? }`: a post's activity. */
    engage: (body) => {
      refuseUnknown(body, ['urn', 'reactions', 'impressions', 'clicks', 'reshares']);
      const { setCounts } = readPost(world, body);
      if (body.reactions !== undefined) setCounts.reactions = readReactions(body.reactions);
      for (const name of ['impressions', 'clicks', 'reshares'] as const) {
        if (body[name] !== undefined) setCounts[name] = readWhole(body, name, { min: 0, max: MANY });
      }
    },
    /** The same by common names: `{ platformPostId, views?, likes?, comments?, shares? }`. */
    metrics: (body) => {
      const numbers = readPostNumbers(body, ['views', 'likes', 'comments', 'shares']);
      const { views, likes, comments, shares } = numbers;
      const { setCounts } = readPost(world, body, 'platformPostId');
      if (likes !== undefined) setCounts.reactions = likes === 0 ? {} : { LIKE: likes };
      if (comments !== undefined) setCounts.comments = comments;
      if (views !== undefined) setCounts.impressions = views;
      if (shares !== undefined) setCounts.reshares = shares;
      return numbers;
    },
    /** `{ platformPostId }`: deleted in the app; 404 from now on. */
    'delete-post': (body) => {
      refuseUnknown(body, ['platformPostId']);
      readPost(world, body, 'platformPostId').deleted = true;
    },
    /** `{ urn }` → the sent content and what readers see. */
    inspect: (body) => {
      refuseUnknown(body, ['urn']);
      const { urn, activityUrn, author, commentary, text, content } = readPost(world, body);
      return { urn, activityUrn, author, commentary, text, content: content ?? null };
    },
  };
}

function readReactions(value: unknown): Record<string, number> {
  if (!isObject(value)) throw new Error('"reactions" must be an object');
  refuseUnknown(value, reactionTypes);
  return Object.fromEntries(Object.keys(value).map((type) => [type, readWhole(value, type, { min: 0, max: MANY })]));
}

function readPost(world: World, body: Body, field = 'urn') {
  const post = livePost(world, readText(body, field));
  if (!post) throw new Error('there is no such post on linkedin');
  return post;
}
