import type { TargetWarning } from '@fanfare/contract';
import { type AcceptedStep, type HiddenStep, NetworkError, redact } from '@fanfare/network';
import { LeaseLost } from './lease-lost.ts';
import type { WriteDeps, WriteRun } from './write-run.ts';

const MAX_WARNING_CHARS = 500;

/**
 * How an adapter performs a hidden step. A step that was accepted before, in this run or an earlier one, returns its stored handle and sends nothing. Any
 * other, and one that replaces its handle, gets a committed intent first. A hidden step may be repeated, because it is not visible.
 */
export function createHiddenSteps<Input>(
  deps: WriteDeps,
  run: WriteRun<Input>,
  accepted: readonly AcceptedStep[],
): (step: HiddenStep) => Promise<string> {
  const handles = new Map(accepted.map((step) => [nameOf(step), step.handle]));
  return async (step) => {
    const known = step.replaces ? undefined : handles.get(nameOf(step));
    if (known !== undefined) return known;
    const handle = await deps.inAccountLane(run.owner.accountId, () => sendStep(run, step), deps.stopping);
    if (handle === null) throw deps.stopping.reason;
    handles.set(nameOf(step), handle);
    return handle;
  };
}

const nameOf = ({ kind, ordinal }: Pick<HiddenStep, 'kind' | 'ordinal'>): string => `${kind} ${ordinal}`;

async function sendStep<Input>({ journal }: WriteRun<Input>, { kind, ordinal, send }: HiddenStep): Promise<string> {
  const intent = await journal.intendStep({ kind, ordinal });
  if (intent.state === 'lease_lost') throw new LeaseLost('Another run holds the lease of this write.');
  if (intent.state === 'account_not_active') {
    throw new NetworkError({
      code: 'account_not_active',
      outcome: 'not_sent',
      message: 'The account was disconnected while its post was being prepared.',
    });
  }
  await journal.checkpoint(`${kind}_intended`);
  try {
    const warnings: TargetWarning[] = [];
    const handle = await send((warning) => warnings.push(toStored(warning)));
    await journal.resolveStep(intent.id, { state: 'accepted', handle, warnings });
    await journal.checkpoint(`${kind}_accepted`);
    return handle;
  } catch (error) {
    const [state, detail] = error instanceof NetworkError ? [error.outcome, error.code] : (['unknown', null] as const);
    await journal.resolveStep(intent.id, { state, detail });
    throw error;
  }
}

/** A warning may quote a network: it is redacted and cut as its errors are. */
const toStored = ({ code, message }: TargetWarning): TargetWarning => ({
  code,
  message: redact(message, MAX_WARNING_CHARS),
});
