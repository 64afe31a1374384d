import { type Attempt, type Call, NetworkError, type Verdict } from '@fanfare/network';
import { type ContainerApi, type ContainerStatus, containerError, readContainer } from './container.ts';
import { findPublished } from './find-published.ts';
import { type GraphFault, graphFault } from './graph-errors.ts';

const MAX_SENDS = 3;
/** After an answer the network has decided; otherwise the publish may be under way. */
const AFTER_ANSWER_MS = [10_000, 30_000];
const AFTER_NO_ANSWER_MS = 60_000;
/** The time within which the first send begins after its intent. */
const SENT_WITHIN_MS = 20_000;
const READ_PAUSES_MS = [1000, 3000, 9000];

/** The container's state, null after 4 failed reads. Throws `credential_rejected`. */
async function lookUp(call: Call, api: ContainerApi, id: string): Promise<ContainerStatus | null> {
  for (let n = 0; ; n++) {
    try {
      return await readContainer(call, api, id);
    } catch (error) {
      const temporary = error instanceof NetworkError && error.facts.retryAfterMs !== undefined;
      const pauseMs = READ_PAUSES_MS[n];
      const mayTryAgain = error instanceof NetworkError && error.code !== 'credential_rejected';
      if (call.signal.aborted || !mayTryAgain) throw error;
      if (!temporary || pauseMs === undefined) return null;
      await call.clock.sleep(pauseMs, call.signal);
    }
  }
}

/** The network's words with a 4xx; null for anything else, which proves nothing. */
const cleanRefusal = (error: unknown): { readonly error: NetworkError; readonly fault: GraphFault } | null => {
  const fault = graphFault(error);
  const clean = fault !== null && fault.status >= 400 && fault.status < 500;
  return clean && error instanceof NetworkError ? { error, fault } : null;
};

/** Whether an earlier send may be under way: no clear answer, or another process's. */
const mayHaveEarlierSend = ({ sends, earlierErrors }: Attempt<unknown>): boolean =>
  earlierErrors.length < sends - 1 ||
  earlierErrors.some(
    (error) => cleanRefusal(error) === null && !(error instanceof NetworkError && error.outcome === 'not_sent'),
  );

/** The rest of the wait after a send without an answer. Only a first send has a known time. */
function waitAfterNoAnswerMs({ sends, agoMs }: Attempt<unknown>): number {
  const unansweredForMs = sends === 1 ? Math.max(0, agoMs - SENT_WITHIN_MS) : 0;
  return Math.max(AFTER_ANSWER_MS[0]!, AFTER_NO_ANSWER_MS - unansweredForMs);
}

const isTemporary = ({ row, retryAfterMs }: GraphFault): boolean => row.retry !== 'reset' && retryAfterMs !== undefined;

async function toLive(
  call: Call,
  api: ContainerApi,
  attempt: Attempt<unknown>,
  wanted: { readonly text: string; readonly mediaType: string },
): Promise<Verdict> {
  const found = await findPublished(call, api, { ...wanted, notBefore: attempt.intendedAt });
  return { state: 'live', platformPostId: found?.platformPostId ?? null, url: found?.url ?? null };
}

/**
 * Asks the container what became of a publish. PUBLISHED is live. FINISHED means it did not happen:
 * the same container is sent again (a container publishes at most once), unless the network's
 * refusal was final. A new container is never made here. A final refusal counts only after a second
 * look 10 s later, since posts went live behind one (gitroomhq/postiz-app#1681), and 60 s later
 * when an earlier send may still be on its way.
 *
 * @example
 * await reconcileContainer(call, api, attempt, { text: draft.content, mediaType: 'IMAGE' }); // { state: 'resend', afterMs: 10000 }
 */
export async function reconcileContainer(
  call: Call,
  api: ContainerApi,
  attempt: Attempt<unknown>,
  wanted: { readonly text: string; readonly mediaType: string },
): Promise<Verdict> {
  if (attempt.handle === null) {
    // The attempt is not in this database, which was restored from a backup perhaps. Only a post
    // that is found decides.
    const found = await findPublished(call, api, { ...wanted, notBefore: attempt.intendedAt });
    return found === null ? { state: 'undecided' } : { state: 'live', ...found };
  }
  const refusal = cleanRefusal(attempt.error);
  const mayResend = attempt.sends < MAX_SENDS && (refusal === null || isTemporary(refusal.fault));
  let status = await lookUp(call, api, attempt.handle);
  if (status?.state === 'finished' && !mayResend) {
    const allAnswered = refusal !== null && !mayHaveEarlierSend(attempt);
    await call.clock.sleep(allAnswered ? AFTER_ANSWER_MS[0]! : AFTER_NO_ANSWER_MS, call.signal);
    status = await lookUp(call, api, attempt.handle);
  }
  switch (status?.state) {
    case 'published':
      return toLive(call, api, attempt, wanted);
    case 'error':
    case 'expired': {
      const { retryAfterMs, ...final } = containerError(api.graph.network, status, undefined).facts;
      return { state: 'absent', error: new NetworkError(final) };
    }
    case 'in_progress':
    case 'finished': {
      if (mayResend) {
        const afterMs = refusal
          ? (AFTER_ANSWER_MS[attempt.sends - 1] ?? AFTER_ANSWER_MS[1]!)
          : waitAfterNoAnswerMs(attempt);
        return { state: 'resend', afterMs };
      }
      if (refusal === null || status.state === 'in_progress') return { state: 'undecided' };
      const { retryAfterMs: _, ...facts } = refusal.error.facts;
      const retryAfterMs = refusal.fault.row.retry === 'reset' ? refusal.fault.retryAfterMs : undefined;
      return { state: 'absent', error: new NetworkError({ ...facts, outcome: 'rejected', retryAfterMs }) };
    }
    default:
      return { state: 'undecided' };
  }
}
