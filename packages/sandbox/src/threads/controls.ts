import { readAnybody } from '../meta/controls/person-controls.ts';
import { createQuotaControl } from '../meta/controls/post-controls.ts';
import type { PerPerson } from '../meta/per-person.ts';
import type { MetaWorld } from '../meta/world.ts';
import { readFlag, readWhole, refuseUnknown } from '../read-json.ts';
import type { Simulator } from '../simulator.ts';
import type { ThreadsQuota } from './publish.ts';

const HOUR_MS = 3_600_000;

/** Switches that only Threads has. */
export function createThreadsControls(deps: {
  readonly world: MetaWorld;
  readonly quota: PerPerson<ThreadsQuota>;
  readonly invisibleMs: PerPerson<number>;
  readonly inspectVideo: PerPerson<boolean>;
  readonly earlyCarousels: PerPerson<boolean>;
  readonly geoGating: PerPerson<boolean>;
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
    /** `on` false takes the showing of posts in some countries only from somebody. */
    'geo-gating'(body) {
      refuseUnknown(body, ['username', 'on']);
      deps.geoGating.set(readFlag(body, 'on'), readAnybody(world, body));
    },
    /** `inspectVideo` false accepts any file that begins like a video. */
    'file-rules'(body) {
      refuseUnknown(body, ['username', 'inspectVideo']);
      deps.inspectVideo.set(readFlag(body, 'inspectVideo'), readAnybody(world, body));
    },
    /** Posts and replies per moving day, and how many are used besides published ones. */
    quota: createQuotaControl({
      world,
      quota: deps.quota,
      fields: ['total', 'used', 'replyTotal', 'replyUsed'],
    }),
  };
}
