import type { TargetWarning } from '@fanfare/contract';
import { type HiddenStep, NetworkError, redact } from '@fanfare/network';
import { LeaseLost } from './lease-lost.ts';
import type { Lease } from './targets.table.ts';
import type { AcceptedStep } from './write-intents.table.ts';
import type { WriteDeps } from './write-once.ts';

const MAX_WARNING_CHARS = 500;

type Of = {
  readonly lease: Lease;
  readonly accountId: string;
  readonly accepted: readonly AcceptedStep[];
  /** Added to the adapter's own numbers: the writes of a target have their steps apart in one journal. */
  readonly firstOrdinal: number;
};

/**
 * How an adapter performs a hidden step: a step that was accepted before, in this run or an earlier one, gives its stored handle back and sends nothing;
 * any other, and one that replaces its handle, gets a committed intent first. A hidden step may be repeated, since nobody can see it.
 */
export function journalSteps(deps: WriteDeps, of: Of): (step: HiddenStep) => Promise<string> {
  const handles = new Map(of.accepted.map((step) => [`${step.kind} ${step.ordinal}`, step.handle]));
  return async (asked) => {
    const step = { ...asked, ordinal: of.firstOrdinal + asked.ordinal };
    const name = `${step.kind} ${step.ordinal}`;
    const known = step.replaces ? undefined : handles.get(name);
    if (known !== undefined) return known;
    const handle = await deps.inAccountLane(of.accountId, () => sendStep(deps, of, step), deps.stopping);
    if (handle === null) throw deps.stopping.reason;
    handles.set(name, handle);
    return handle;
  };
}

async function sendStep(
  deps: WriteDeps,
  { lease, accountId }: Of,
  { kind, ordinal, send }: HiddenStep,
): Promise<string> {
  const id = deps.ids.uuid();
  const intent = await deps.store.intend(lease, { id, accountId, kind, ordinal, handle: null });
  if (intent.state === 'lease_lost') throw new LeaseLost('Another run holds this target.');
  if (intent.state === 'account_not_active') {
    throw new NetworkError({
      code: 'account_not_active',
      outcome: 'not_sent',
      message: 'The account was disconnected while its post was being prepared.',
    });
  }
  await deps.checkpoint(kind === 'media' ? 'C1' : 'C3', lease);
  try {
    const warnings: TargetWarning[] = [];
    const handle = await send((warning) => warnings.push(toStored(warning)));
    await deps.store.resolveIntent(lease, { id, state: 'accepted', handle, warnings });
    await deps.checkpoint(kind === 'media' ? 'C2' : 'C4', lease);
    return handle;
  } catch (error) {
    const [state, detail] = error instanceof NetworkError ? [error.outcome, error.code] : (['unknown', null] as const);
    await deps.store.resolveIntent(lease, { id, state, detail });
    throw error;
  }
}

/** A warning may quote a network: it is redacted and cut as its errors are. */
const toStored = ({ code, message }: TargetWarning): TargetWarning => ({
  code,
  message: redact(message, MAX_WARNING_CHARS),
});
