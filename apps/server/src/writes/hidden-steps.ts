import type { TargetWarning } from '@fanfare/contract';
import { type AcceptedStep, type HiddenStep, NetworkError, redact } from '@fanfare/network';
import { LeaseLost } from './lease-lost.ts';
import type { WriteDeps, WriteRun } from './write-run.ts';

const MAX_WARNING_CHARS = 500;

/**
 * Performs the hidden steps of an adapter. A step that was accepted before returns its handle and
 * sends nothing. Any other, and one that replaces its handle, first gets a committed intent.
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

/** Redacts and cuts a warning, which may quote a network, like an error. */
const toStored = ({ code, message }: TargetWarning): TargetWarning => ({
  code,
  message: redact(message, MAX_WARNING_CHARS),
});
