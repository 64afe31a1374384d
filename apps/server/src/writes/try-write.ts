import { NetworkError, type Prepared } from '@fanfare/network';
import { isRefusedContent } from '../db/refused-content.ts';
import { isTransient } from '../db/retry-transient.ts';
import type { IntentOutcome } from './journal.ts';
import { LeaseLost } from './lease-lost.ts';
import { type LaneResult, sendInLane } from './send-in-lane.ts';
import { settleDoubt } from './settle-doubt.ts';
import { accountBusy, disconnected, errorBeforeSend } from './write-errors.ts';
import type { TryResult, WriteDeps, WriteTry } from './write-run.ts';

/**
 * Makes one write with one credential: hidden steps, intent, public call, judgement of the answer.
 * An error before the intent is a plain failure. Throws when the database cannot be reached.
 */
export async function tryWrite<Input>(deps: WriteDeps, attempt: WriteTry<Input>): Promise<TryResult> {
  const { run, network, call } = attempt;
  const { journal } = run;
  const failed = (error: NetworkError): TryResult => ({ state: 'failed', error, mayBeLive: false });
  const stopping: TryResult = { state: 'stopping', mayBeLive: false, error: null };

  let prepared: Prepared;
  try {
    prepared = await network.prepare(call, run.input);
  } catch (error) {
    if (error instanceof LeaseLost) return { state: 'lease_lost' };
    // Our database failed, not the write: the next run continues from the journal.
    if (isTransient(error)) throw error;
    return deps.stopping.aborted ? stopping : failed(errorBeforeSend(deps, run, error));
  }
  await journal.checkpoint('prepared');

  const intend = async (): Promise<IntentOutcome> => {
    const intent = await journal.intend(prepared.handle);
    if (intent.state === 'open') await journal.checkpoint('intended');
    return intent;
  };
  let result: LaneResult;
  try {
    result = await sendInLane(deps, attempt, prepared, intend);
  } catch (error) {
    // Only the intent was to be stored here, so nothing was sent.
    if (isRefusedContent(error)) return failed(errorBeforeSend(deps, run, error));
    throw error;
  }
  switch (result.state) {
    case 'lease_lost':
      return result;
    case 'stopping':
      return stopping;
    case 'account_busy':
      return failed(accountBusy());
    case 'account_not_active':
      return failed(disconnected(run));
  }
  await journal.checkpoint('answered');
  const { write, end } = result;
  if (end.ok) return { state: 'accepted', intentId: write.id, sent: end.sent };
  const { error } = end;
  if (error instanceof NetworkError && error.outcome !== 'unknown') {
    const { outcome, code } = error;
    await journal.resolve(write, { state: outcome, detail: code });
    return { state: 'failed', error, mayBeLive: false, ...(outcome === 'rejected' && { refused: prepared }) };
  }
  return settleDoubt(deps, attempt, write, error);
}
