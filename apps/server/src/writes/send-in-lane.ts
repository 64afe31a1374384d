import type { Call, Prepared, Sent } from '@fanfare/network';
import { isOwnFailure } from './is-own-failure.ts';
import type { IntentOutcome, OpenWrite } from './journal.ts';
import type { WriteDeps, WriteTry } from './write-run.ts';

/** A public call must begin this soon after its intent, far within the lease, or is not sent. */
const MAX_START_DELAY_MS = 20_000;

type SendEnd = { readonly ok: true; readonly sent: Sent } | { readonly ok: false; readonly error: unknown };

export type LaneResult =
  | { readonly state: 'answered'; readonly write: OpenWrite; readonly end: SendEnd }
  | Exclude<IntentOutcome, { state: 'open' }>
  /** Nothing was sent: the process stops, or the account had no capacity in time. */
  | { readonly state: 'stopping' }
  | { readonly state: 'account_busy' };

/** Makes a public call, in the lane of its account, right after its intent is committed. */
export async function sendInLane<Input>(
  deps: WriteDeps,
  { run, network, call }: WriteTry<Input>,
  prepared: Prepared,
  intend: () => Promise<IntentOutcome>,
): Promise<LaneResult> {
  const { policy, owner } = run;
  const work = async (): Promise<LaneResult> => {
    const askedAt = performance.now();
    const intent = await intend();
    if (intent.state !== 'open') return intent;
    // Monotonic time goes on while a process is frozen, so one that outslept its lease stops here.
    const mayStart = () => performance.now() - askedAt < MAX_START_DELAY_MS;
    const timely: Call = { ...call, http: (request) => call.http({ ...request, mayStart }) };
    try {
      return { state: 'answered', write: intent.write, end: { ok: true, sent: await network.send(timely, prepared) } };
    } catch (error) {
      if (isOwnFailure(error) && !call.signal.aborted)
        deps.log.error({ ...run.about, err: error }, 'sending a write failed unexpectedly');
      return { state: 'answered', write: intent.write, end: { ok: false, error } };
    }
  };
  const patience =
    policy.maxLaneMs === null ? deps.stopping : AbortSignal.any([deps.stopping, AbortSignal.timeout(policy.maxLaneMs)]);
  const result = await deps.inAccountLane(owner.accountId, work, patience);
  return result ?? { state: deps.stopping.aborted ? 'stopping' : 'account_busy' };
}
