import { type Attempt, type Call, type CommentDraft, NetworkError, type Verdict } from '@fanfare/network';
import {
  type Graph,
  type GraphFault,
  graphFault,
  isNotFound,
  mayPassSoon,
  postIsGone,
  type RequiredScope,
  withScopeRemedy,
} from '@fanfare/network-meta';
import { type CommentSearch, findComment } from './find-comment.ts';

const PAUSES_MS = [0, 3000, 9000, 30_000];

/** A comment can be read this long after its answer. Meta says nothing; posts need seconds. */
const SHOWN_AFTER_ANSWER_MS = 10_000;
const SHOWN_AFTER_SILENCE_MS = 40_000;

type Refusal = { readonly error: NetworkError; readonly fault: GraphFault };

/** The network's words with a 4xx; null for anything else, which proves nothing. */
function refusalOf(error: unknown): Refusal | null {
  const fault = graphFault(error);
  const isClean = fault !== null && fault.status >= 400 && fault.status < 500;
  return isClean && error instanceof NetworkError ? { error, fault } : null;
}

/** Comments, or the error of a read without any. Throws `credential_rejected`: ask again later. */
async function look(call: Call, graph: Graph, attempt: Attempt<CommentDraft>): Promise<CommentSearch | NetworkError> {
  try {
    return await findComment(call, graph, attempt);
  } catch (error) {
    if (!(error instanceof NetworkError) || error.code === 'credential_rejected' || call.signal.aborted) throw error;
    return error;
  }
}

/** The same refusal of the comment and of reading: both need the same permission and post. */
function sameRefusal(network: string, refusal: NetworkError, reading: NetworkError): NetworkError | null {
  if (refusal.code === 'permission_missing' && reading.code === 'permission_missing') return refusal;
  if (!isNotFound(refusal) || !isNotFound(reading)) return null;
  return new NetworkError({ ...refusal.facts, ...postIsGone(network) });
}

function absent(required: RequiredScope, error: NetworkError, retryAfterMs: number | undefined): Verdict {
  const named = withScopeRemedy(required, error);
  const facts = named instanceof NetworkError ? named.facts : error.facts;
  return { state: 'absent', error: new NetworkError({ ...facts, outcome: 'rejected', retryAfterMs }) };
}

/**
 * Decides a comment whose answer was lost or proves nothing, by reading the comments of its post:
 * exactly one of the account's own with the same words is it. Finding none proves its absence only
 * together with a refusal in the network's own words, since comments on age-gated posts and hidden
 * ones are never shown (Meta, IG comment reference, checked 2026-11). There is no handle, so
 * nothing is ever sent again here.
 */
export async function reconcileComment(
  call: Call,
  graph: Graph,
  required: RequiredScope,
  attempt: Attempt<CommentDraft>,
): Promise<Verdict> {
  const refusal = refusalOf(attempt.error);
  const shownAfterMs = refusal ? SHOWN_AFTER_ANSWER_MS : SHOWN_AFTER_SILENCE_MS;
  let agoMs = attempt.agoMs;
  let found: CommentSearch | NetworkError | null = null;
  for (const pauseMs of PAUSES_MS) {
    if (found !== null && agoMs >= shownAfterMs) break;
    if (pauseMs > 0) await call.clock.sleep(pauseMs, call.signal);
    agoMs += pauseMs;
    found = await look(call, graph, attempt);
    if (found instanceof NetworkError) {
      if (mayPassSoon(found)) continue;
      break;
    }
    const [id, ...others] = found.matches;
    if (others.length > 0) return { state: 'undecided' };
    if (id !== undefined) return { state: 'live', platformPostId: id, url: null };
  }
  if (refusal === null || found === null) return { state: 'undecided' };
  if (found instanceof NetworkError) {
    const error = sameRefusal(graph.network, refusal.error, found);
    return error ? absent(required, error, undefined) : { state: 'undecided' };
  }
  if (!found.complete || found.foundUnderOtherName) return { state: 'undecided' };
  // The post is there after all: the comment came before the network showed it everywhere.
  // Throttling ends by itself, too.
  const { networkCode } = refusal.error.facts;
  const maySendAgain = refusal.fault.row.retry === 'reset' || networkCode === '100/33';
  return absent(required, refusal.error, maySendAgain ? refusal.fault.retryAfterMs : undefined);
}
