import type { Call, NetworkError, PublicWrite } from '@fanfare/network';
import { credentialRefusal, type OpenAccount } from '../accounts/credentials/with-credential.ts';
import { createHiddenSteps } from './hidden-steps.ts';
import type { Found } from './journal.ts';
import { leaveOut } from './leave-out.ts';
import { createProcessingPauses, createRetryAfterPauses } from './pauses.ts';
import { settleDoubt } from './settle-doubt.ts';
import { sleptFor, stoppable } from './stoppable.ts';
import { tryWrite } from './try-write.ts';
import type { TryResult, WriteDeps, WriteRun } from './write-run.ts';

type Failed = Extract<TryResult, { state: 'failed' }>;

/** `waitMs`: the network asks for a longer pause than one run makes; null otherwise. */
export type TriesEnd = Exclude<TryResult, Failed> | (Omit<Failed, 'refused'> & { readonly waitMs: number | null });

/**
 * Tries one write while each earlier try is known to have done nothing. Continues from the journal,
 * pauses as the network asks, and last leaves out a part that the write can do without. The
 * returned function ends at a refused credential; a call with the renewed one goes on counting.
 */
export function createTries<Input>(
  deps: WriteDeps,
  run: WriteRun<Input>,
  network: PublicWrite<Input>,
): (opened: OpenAccount) => Promise<TriesEnd> {
  const { journal, deadline, policy } = run;
  const processingPause = createProcessingPauses(policy.maxProcessingMs);
  const retryAfterPause = createRetryAfterPauses(policy);
  let { found } = run;
  let tries = 0;
  let mayLeaveOut = true;

  /** `pauseMs` before the next try, null for none; `waitMs` as the network asks of a later run. */
  const pauseAfter = (error: NetworkError): { readonly pauseMs: number | null; readonly waitMs: number | null } => {
    const { retryAfterMs } = error.facts;
    if (retryAfterMs === undefined || deadline.aborted) return { pauseMs: null, waitMs: null };
    if (isProcessing(error)) return { pauseMs: processingPause(retryAfterMs), waitMs: null };
    return { pauseMs: retryAfterPause(retryAfterMs, tries), waitMs: retryAfterMs };
  };

  return async (opened) => {
    for (;;) {
      const attempt = { run, network, call: callOf(deps, run, opened, found) };
      const result = await (found.open ? settleDoubt(deps, attempt, found.open, null) : tryWrite(deps, attempt));
      if (result.state === 'stopping') return { ...result, mayBeLive: result.mayBeLive || found.mayBeLive };
      if (result.state !== 'failed') return result;

      found = await journal.find();
      const { error } = result;
      const failed = { state: 'failed', error, mayBeLive: result.mayBeLive || found.mayBeLive } as const;
      if (!isProcessing(error)) tries++;
      if (result.mayBeLive || credentialRefusal(error)) return { ...failed, waitMs: null };
      const { pauseMs, waitMs } = pauseAfter(error);
      if (pauseMs !== null) {
        if (await sleptFor(attempt.call.clock, pauseMs, deadline)) continue;
        return deps.stopping.aborted ? { ...failed, state: 'stopping' } : { ...failed, waitMs: null };
      }
      if (!mayLeaveOut || deadline.aborted) return { ...failed, waitMs };
      mayLeaveOut = false;
      const left = await leaveOut(deps, attempt, result);
      if (left === 'lease_lost') return { state: left };
      if (left === 'stopping') return { ...failed, state: left };
      if (left === 'needed') return { ...failed, waitMs };
      found = await journal.find();
    }
  };
}

/** The post came before its media were ready, which is no failed try. */
const isProcessing = ({ code, facts }: NetworkError): boolean =>
  code === 'media_processing_timeout' && facts.retryAfterMs !== undefined;

function callOf<Input>(
  deps: WriteDeps,
  run: WriteRun<Input>,
  { credential, account }: OpenAccount,
  found: Found,
): Call {
  return {
    key: run.key,
    http: deps.http,
    clock: stoppable(deps.clock, deps.stopping),
    signal: run.deadline,
    account,
    credential,
    media: run.media,
    ...(deps.readPage && { readPage: deps.readPage }),
    step: createHiddenSteps(deps, run, found.steps),
  };
}
