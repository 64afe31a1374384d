import {
  type Attempt,
  type Call,
  NetworkError,
  type PublicWrite,
  type UnpublishDraft,
  type Verdict,
} from '@fanfare/network';
import {
  callGraph,
  type Graph,
  isNotFound,
  type RequiredScope,
  repeatGraph,
  requireScope,
  withScopeRemedy,
} from '@fanfare/network-meta';
import { type ThreadsConfig, versionedGraph } from './config.ts';
import { deletedSchema, existingSchema } from './wire.ts';

const required: RequiredScope = { network: 'Threads', scope: 'threads_delete', purpose: 'deleting posts' };

/** A deletion whose answer was lost is sent again after this long. */
const RESEND_AFTER_MS = 2_000;

/**
 * Deleting a post of the profile, with a permission of its own and at most 100 times in 24 hours
 * (Meta, Threads delete posts, checked 2026-11). Threads says "not found" of posts that exist, too,
 * so one such answer only leads to a read.
 */
export function createUnpublish(config: ThreadsConfig): PublicWrite<UnpublishDraft> {
  const graph = versionedGraph(config);
  return {
    async prepare({ credential }, { platformPostId }) {
      requireScope(required, credential);
      return { handle: platformPostId, body: null };
    },
    async send(call, { handle }) {
      if (handle === null) throw new RangeError('A deletion is sent by its handle, the id of the post.');
      try {
        await callGraph(call, graph, {
          method: 'DELETE',
          path: encodeURIComponent(handle),
          params: {},
          token: call.credential.accessToken,
          effect: 'public',
          answer: deletedSchema,
        });
      } catch (error) {
        const reason = withScopeRemedy(required, error);
        if (!(reason instanceof NetworkError) || !isNotFound(reason)) throw reason;
        const { retryAfterMs: _, ...facts } = reason.facts;
        throw new NetworkError({ ...facts, outcome: 'unknown' });
      }
      return { platformPostId: null, url: null };
    },
    reconcile: (call, attempt) => reconcile(call, graph, attempt),
  };
}

/** Not found by any of several reads: deleted. Otherwise a second deletion does no harm. */
async function reconcile(call: Call, graph: Graph, attempt: Attempt<UnpublishDraft>): Promise<Verdict> {
  const { input, sends, error: lost } = attempt;
  try {
    await repeatGraph(call, () =>
      callGraph(call, graph, {
        method: 'GET',
        path: encodeURIComponent(input.platformPostId),
        params: { fields: 'permalink' },
        token: call.credential.accessToken,
        effect: 'read',
        answer: existingSchema,
      }),
    );
  } catch (error) {
    if (!(error instanceof NetworkError) || error.code === 'credential_rejected') throw error;
    if (isNotFound(error)) return { state: 'live', platformPostId: null, url: null };
    return { state: 'resend', afterMs: RESEND_AFTER_MS };
  }
  const isRefused = sends === 1 && lost instanceof NetworkError && isNotFound(lost);
  if (!isRefused) return { state: 'resend', afterMs: RESEND_AFTER_MS };
  const message = 'Threads did not find the post that was to be deleted, and still shows it.';
  const remedy = 'Send the request again in a minute. If that does not help, delete the post in the Threads app.';
  return {
    state: 'absent',
    error: new NetworkError({ ...lost.facts, code: 'network_unavailable', outcome: 'rejected', message, remedy }),
  };
}
