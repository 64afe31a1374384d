import { type HiddenStep, NetworkError } from '@fanfare/network';
import { LeaseLost } from './lease-lost.ts';
import type { PublishDeps } from './publish-once.ts';
import type { Lease } from './targets.table.ts';
import { findAcceptedSteps, intend, resolveIntent } from './write-intents.table.ts';

/**
 * How an adapter performs a hidden step: a step that was accepted before gives its stored handle back and sends nothing; any other gets a committed
 * intent first. A hidden step may be repeated, since nobody can see it.
 */
export async function journalSteps(
  deps: PublishDeps,
  lease: Lease,
  accountId: string,
): Promise<(step: HiddenStep) => Promise<string>> {
  const accepted = new Map(
    (await findAcceptedSteps(deps.db, lease.projectId, lease.targetId)).map((step) => [
      `${step.kind} ${step.ordinal}`,
      step.handle,
    ]),
  );
  return async ({ kind, ordinal, send }) => {
    const known = accepted.get(`${kind} ${ordinal}`);
    if (known !== undefined) return known;

    return deps.inAccountLane(accountId, async () => {
      const handle = await sendStep(deps, lease, accountId, { kind, ordinal, send });
      accepted.set(`${kind} ${ordinal}`, handle);
      return handle;
    });
  };
}

async function sendStep(
  deps: PublishDeps,
  lease: Lease,
  accountId: string,
  { kind, ordinal, send }: HiddenStep,
): Promise<string> {
  const id = deps.ids.uuid();
  const intent = await intend(deps.db, lease, {
    id,
    accountId,
    kind,
    ordinal,
    handle: null,
    leaseSeconds: deps.leaseSeconds,
  });
  if (intent.state === 'lease_lost') throw new LeaseLost('Another run holds this target.');
  if (intent.state === 'account_not_active') {
    throw new NetworkError({
      code: 'account_not_active',
      outcome: 'not_sent',
      message: 'The account was disconnected while its post was being prepared.',
    });
  }
  try {
    const handle = await send();
    await resolveIntent(deps.db, { projectId: lease.projectId, id, state: 'accepted', handle });
    return handle;
  } catch (error) {
    const [state, detail] = error instanceof NetworkError ? [error.outcome, error.code] : (['unknown', null] as const);
    await resolveIntent(deps.db, { projectId: lease.projectId, id, state, detail });
    throw error;
  }
}
