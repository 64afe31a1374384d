import { readNumbers } from '../meta/control-numbers.ts';
import type { PerPerson } from '../meta/per-person.ts';
import { readAnybody } from '../meta/person-controls.ts';
import type { MetaWorld } from '../meta/world.ts';
import { BadControl, readFlag, readText, readWhole, refuseUnknown } from '../read-json.ts';
import type { Simulator } from '../simulator.ts';
import type { ThreadsPostBook } from './posts.ts';
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
}): Simulator['controls'] {
  const { world } = deps;
  return {
    /** For so long after FINISHED a publish still answers 24/4279009. */
    'invisible-window'(body) {
      refuseUnknown(body, ['username', 'ms']);
      deps.invisibleMs.set(readWhole(body, 'ms', { min: 0, max: HOUR_MS }), readAnybody(world, body));
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
      const post = deps.posts.find(readText(body, 'id'));
      if (!post) throw new BadControl('no such post');
      post.insights = { ...post.insights, ...readNumbers(body) };
    },
  };
}
