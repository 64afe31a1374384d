import { readPostNumbers } from '../post-numbers.ts';
import {
  BadControl,
  type JsonObject,
  readChoice,
  readFlag,
  readOptionalText,
  readText,
  readWhole,
  refuseUnknown,
} from '../read-json.ts';
import type { Simulator } from '../simulator.ts';
import { endpointLimits } from './api.ts';
import type { CountName, XPost } from './content.ts';
import { countsOf } from './posts/counts.ts';
import { addPost, plainPost } from './posts/posts.ts';
import { blockKey } from './posts/reposts.ts';
import { requirePerson } from './profiles.ts';
import { toPostView } from './to-views.ts';
import type { XWorld } from './world.ts';

const DAY_MS = 86_400_000;
const ownNames = [
  'likes',
  'reposts',
  'replies',
  'quotes',
  'bookmarks',
  'impressions',
  'linkClicks',
  'profileClicks',
] as const;
/** The names shared by all networks → X's own. */
const sharedNames = { views: 'impressions', comments: 'replies', shares: 'reposts', saves: 'bookmarks' } as const;

/** Controls of posts, reposts and their counts. */
export function createPostControls(world: XWorld): Simulator['controls'] {
  return {
    'duplicate-window'(body) {
      refuseUnknown(body, ['ms']);
      world.state.settings.duplicateWindowMs = readWhole(body, 'ms', { min: 0, max: DAY_MS });
    },
    'already-reposted'(body) {
      refuseUnknown(body, ['answer']);
      world.state.settings.alreadyReposted = readChoice(body, 'answer', ['invalid-request', 'code-327', 'ok']);
    },
    'missing-repost'(body) {
      refuseUnknown(body, ['answer']);
      world.state.settings.missingRepost = readChoice(body, 'answer', ['not-found', 'invalid-request', 'errors']);
    },
    'repost-id'(body) {
      refuseUnknown(body, ['on']);
      world.state.settings.repostIdShown = readFlag(body, 'on');
    },
    'client-forbidden'(body) {
      refuseUnknown(body, ['reason', 'endpoint']);
      const endpoint = body.endpoint === undefined ? null : readChoice(body, 'endpoint', [...endpointLimits.keys()]);
      const reasons = ['client-not-enrolled', 'official-client-forbidden'] as const;
      world.state.settings.clientForbidden =
        body.reason === null ? null : { reason: readChoice(body, 'reason', reasons), endpoint };
    },
    block(body) {
      refuseUnknown(body, ['username', 'by', 'on']);
      const reader = requirePerson(world, body);
      const author = requirePerson(world, { username: body.by });
      const key = blockKey(author.id, reader.id);
      if (readFlag(body, 'on')) world.state.blocks.add(key);
      else world.state.blocks.delete(key);
    },
    protect(body) {
      refuseUnknown(body, ['username', 'on']);
      requirePerson(world, body).isProtected = readFlag(body, 'on');
    },
    'field-names'(body) {
      refuseUnknown(body, ['generation']);
      world.state.settings.fieldNames = readChoice(body, 'generation', ['as-asked', 'tweet', 'post']);
    },
    'tweet-fields'(body) {
      refuseUnknown(body, ['on']);
      world.state.settings.tweetFieldsKnown = readFlag(body, 'on');
    },
    post(body) {
      refuseUnknown(body, ['username', 'text', 'replyTo']);
      const replyToId = readOptionalText(body, 'replyTo');
      if (replyToId !== null) requirePost(world, replyToId);
      const content = { ...plainPost, text: readText(body, 'text'), replyToId };
      return toPostView(world, addPost(world, requirePerson(world, body), content));
    },
    'delete-post'(body) {
      refuseUnknown(body, ['id', 'platformPostId']);
      world.state.posts.remove(postNamedBy(world, body));
    },
    metrics(body) {
      const shared = ['views', 'comments', 'shares', 'saves'] as const;
      const numbers = readPostNumbers(body, [...ownNames, ...shared], ['id', 'platformPostId']);
      const post = postNamedBy(world, body);
      for (const name of ownNames) setCount(post, name, numbers[name]);
      for (const name of shared) setCount(post, sharedNames[name], numbers[name]);
      return countsOf(world, post);
    },
  };
}

function setCount(post: XPost, name: CountName, value: number | undefined): void {
  if (value === undefined) return;
  post.setCounts[name] = value;
  if (name === 'impressions') post.looks = 0;
}

function postNamedBy(world: XWorld, body: JsonObject): XPost {
  return requirePost(world, readText(body, body.platformPostId === undefined ? 'id' : 'platformPostId'));
}

function requirePost(world: XWorld, id: string): XPost {
  const post = world.state.posts.find(id);
  if (!post) throw new BadControl(`x has no post ${id}`);
  return post;
}
