import type { PublicWrite } from '@fanfare/network';
import {
  type ContainerApi,
  prepareContainers,
  publishContainer,
  reconcileContainer,
  requireScope,
} from '@fanfare/network-meta';
import type { Draft } from '@fanfare/rules';
import { type ThreadsConfig, versionedGraph } from './config.ts';
import { repliesScope } from './replies-scope.ts';
import { requireGeoGating } from './require-geo-gating.ts';
import { mediaTypeOf, toContainers } from './to-containers.ts';
import { containerStatusSchema } from './wire.ts';

/** A FINISHED container may be invisible for seconds (24/4279009, gitroomhq/postiz-app#2047). */
const SETTLE_MS = 2000;

/** The container calls of Threads, of posts and of replies. */
export const containerApi = (config: ThreadsConfig): ContainerApi => ({
  graph: versionedGraph(config),
  edge: 'threads',
  status: { fields: 'id,status,error_message', answer: containerStatusSchema },
  textField: 'text',
  settleMs: SETTLE_MS,
});

const CHAINS = repliesScope('chains of posts');

/**
 * Publishing to Threads: containers, `threads_publish`, and the container to read what became of
 * it. `auto_publish_text` would save a call on text posts, but leaves no container to ask after a
 * lost answer. The posts of a chain after the first are replies (Meta, Threads create replies,
 * checked 2026-10).
 */
export function createPublish(api: ContainerApi): PublicWrite<Draft> {
  return {
    async prepare(call, draft) {
      // Asked before the first post, so that a chain does not break at its second.
      if (draft.options?.thread || draft.replyTo !== undefined) requireScope(CHAINS, call.credential);
      if (draft.options?.threads?.allowedCountries) await requireGeoGating(call, api.graph);
      return prepareContainers(call, api, { ...toContainers(draft), draft });
    },
    send: (call, prepared) => publishContainer(call, api, prepared),
    reconcile: (call, attempt) =>
      reconcileContainer(call, api, attempt, {
        // An empty text skips the search of the timeline, which has no replies.
        text: attempt.input.replyTo === undefined ? attempt.input.content : '',
        mediaType: mediaTypeOf(attempt.input),
      }),
  };
}
