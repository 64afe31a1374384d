import type { Http } from '@fanfare/network';
import { NetworkError } from '@fanfare/network';
import type { OpenCredential, OpenedCredential } from '../credentials/open-credential.ts';
import { orWithout } from '../db/refused-content.ts';
import { retryTransient } from '../db/retry-transient.ts';
import type { Ids } from '../ids.ts';
import { errorText, ownErrorText } from '../posts/error-text.ts';
import { openForRun } from '../posts/open-for-run.ts';
import { findReposts, type RepostRow, settleReposted, settleRepostFailed } from './reposts.table.ts';
import { type ClaimedRepost, type RepostEnd, type SendRepostDeps, sendRepost } from './send-repost.ts';

/** How long the network may take for one repost in all; its caller waits. */
const BUDGET_MS = 30_000;

export type RunRepostDeps = SendRepostDeps & {
  readonly ids: Ids;
  readonly http: Http;
  readonly openCredential: OpenCredential;
};

/**
 * Runs a claimed repost to its end and returns its row: reposted and billed, or failed and what was held given back. Null when the row went with its
 * account. Never throws for anything a network does; an exception means that our own database could not be reached: then the sweep gives back what is
 * held, and the same request, sent again, finishes what may have been sent.
 */
export async function runRepost(deps: RunRepostDeps, repost: ClaimedRepost): Promise<RepostRow | null> {
  const { attempt } = repost;
  await deps.checkpoint('claimed', attempt);
  const end = await attemptRepost(deps, repost);
  const settled = await settle(deps, repost, end);
  if (settled) return settled;
  const [row] = await retryTransient(() => findReposts(deps.db, attempt.projectId, [attempt]));
  return row ?? null;
}

function settle(deps: RunRepostDeps, { attempt }: ClaimedRepost, end: RepostEnd): Promise<RepostRow | null> | null {
  if (end.state === 'lost') return null;
  if (end.state === 'failed') {
    const { inDoubt } = end;
    const error = inDoubt ? mayBeLive(end.error) : errorText(end.error);
    const settle = (error: string) => retryTransient(() => settleRepostFailed(deps.db, attempt, { error, inDoubt }));
    return orWithout(settle(error), () => settle(ownErrorText(inDoubt ? 'outcome_unknown' : end.error.code)));
  }
  const eventId = deps.ids.uuid();
  const { platformPostId: platformRepostId } = end.sent;
  const settle = (id: string | null) =>
    retryTransient(() => settleReposted(deps.db, attempt, { eventId, platformRepostId: id }));
  return orWithout(settle(platformRepostId), () => settle(null));
}

/** With a credential that works: one that the network refuses is renewed once, as it is for a publish. */
async function attemptRepost(deps: RunRepostDeps, repost: ClaimedRepost): Promise<RepostEnd> {
  const { projectId, accountId } = repost.attempt;
  const owner = { projectId, accountId };
  const signal = AbortSignal.timeout(BUDGET_MS);
  let opened: OpenedCredential = await openForRun(deps, owner, null);
  let { inDoubt } = repost;
  for (let renewed = false; ; renewed = true) {
    if (opened.state !== 'open') return { state: 'failed', error: whyNotOpen(opened), inDoubt };
    const { credential, account } = opened;
    const call = { http: deps.http, clock: deps.clock, signal, account, credential };
    const end = await sendRepost(deps, { ...repost, inDoubt }, call);
    if (end.state !== 'failed' || end.error.code !== 'credential_rejected') return end;

    const as = end.error.facts.credential ?? 'expired';
    const answer = await openForRun(deps, owner, { credential, as, renewed });
    if (answer.state === 'unavailable') return { ...end, error: answer.error };
    if (answer.state === 'not_active' && answer.reason === 'disconnected') return { ...end, error: whyNotOpen(answer) };
    if (answer.state === 'not_active' || renewed) return end;
    opened = answer;
    inDoubt = end.inDoubt;
  }
}

function whyNotOpen(opened: Exclude<OpenedCredential, { state: 'open' }>): NetworkError {
  if (opened.state === 'unavailable') return opened.error;
  return new NetworkError({ code: 'account_not_active', outcome: 'not_sent', message: opened.message });
}

/** What cannot be told of a repost that may be live is told as such, whatever else went wrong meanwhile. */
function mayBeLive({ facts }: NetworkError): string {
  return ownErrorText('outcome_unknown', `${MAY_BE_LIVE} The last that was heard: ${facts.message}`);
}

const MAY_BE_LIVE =
  'The network was asked to repost and its answer is not known: the repost may be live. Send the same request again: whatever happened, it is made once and billed once.';

/** How the sweep tells the end of attempts that nobody goes on with. */
export const SWEPT_REPOST_ERRORS = {
  doubt: ownErrorText('outcome_unknown', MAY_BE_LIVE),
  lost: ownErrorText(
    'worker_lost',
    'The server that was reposting stopped before anything was sent. Send the request again.',
  ),
};
