import { readNumbers } from '../meta/control-numbers.ts';
import type { PerPerson } from '../meta/per-person.ts';
import { readAnybody } from '../meta/person-controls.ts';
import type { MetaWorld } from '../meta/world.ts';
import { readPostNumbers } from '../post-numbers.ts';
import { BadControl, type JsonObject, readFlag, readText, readWhole, refuseUnknown } from '../read-json.ts';
import type { Simulator } from '../simulator.ts';
import type { ThreadsPost, ThreadsPostBook } from './posts.ts';
import type { ThreadsQuota } from './publish.ts';

const HOUR_MS = 3_600_000;
const quotaFields = ['total', 'used', 'replyTotal', 'replyUsed'] as const;

/** Switches only Threads has. */
export function createThreadsControls(deps: {
  readonly world: MetaWorld;
  readonly posts: ThreadsPostBook;
  readonly quota: PerPerson<ThreadsQuota>;
  readonly invisibleMs: PerPerson<number>;
  readonly inspectVideo: PerPerson<boolean>;
  readonly earlyCarousels: PerPerson<boolean>;
}): Simulator['controls'] {
  const { world } = deps;
  return {
    /** For so long after FINISHED a publish still answers 24/4279009. */
    'invisible-window'(body) {
      refuseUnknown(body, ['username', 'ms']);
      deps.invisibleMs.set(readWhole(body, 'ms', { min: 0, max: HOUR_MS }), readAnybody(world, body));
    },
    /** `on` false refuses a carousel whose items are still processed: 100/4279004. */
    'early-carousels'(body) {
      refuseUnknown(body, ['username', 'on']);
      deps.earlyCarousels.set(readFlag(body, 'on'), readAnybody(world, body));
    },
    /** `inspectVideo` false takes any file that begins like a video. */
    'file-rules'(body) {
      refuseUnknown(body, ['username', 'inspectVideo']);
      deps.inspectVideo.set(readFlag(body, 'inspectVideo'), readAnybody(world, body));
    },
    /** Posts and replies per moving day, and how many are spent already besides the ones really published. */
    quota(body) {
      refuseUnknown(body, ['username', ...quotaFields]);
      const username = readAnybody(world, body);
      let quota = deps.quota.of(username ?? '');
      for (const field of quotaFields) {
        if (body[field] !== undefined) quota = { ...quota, [field]: readWhole(body, field, { min: 0, max: 10_000 }) };
      }
      deps.quota.set(quota, username);
      return quota;
    },
    /** Numbers of one post: `{ id, values: { views: 9120 } }`. */
    insights(body) {
      refuseUnknown(body, ['id', 'values']);
      const post = requirePost(deps.posts, body, 'id');
      post.insights = { ...post.insights, ...readNumbers(body) };
    },
    /** The same in the words all networks share: `{ platformPostId, views?, likes?, comments?, shares? }`. Threads has no saves. */
    metrics(body) {
      const numbers = readPostNumbers(body, ['views', 'likes', 'comments', 'shares']);
      const { comments, ...rest } = numbers;
      const post = requirePost(deps.posts, body, 'platformPostId');
      post.insights = { ...post.insights, ...rest, ...(comments !== undefined && { replies: comments }) };
      return numbers;
    },
    /** The person deletes a post in the app: `{ platformPostId }`. Everything about it answers 100/33 from now on. */
    'delete-post'(body) {
      refuseUnknown(body, ['platformPostId']);
      deps.posts.remove(requirePost(deps.posts, body, 'platformPostId').id);
    },
  };
}

function requirePost(book: ThreadsPostBook, body: JsonObject, field: string): ThreadsPost {
  const post = book.find(readText(body, field));
  if (!post) throw new BadControl('no such post');
  return post;
}
