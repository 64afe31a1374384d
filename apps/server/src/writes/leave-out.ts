import { isTransient } from '../db/retry-transient.ts';
import { isOwnFailure } from './is-own-failure.ts';
import { LeaseLost } from './lease-lost.ts';
import type { TryResult, WriteDeps, WriteTry } from './write-run.ts';

/** `needed`: nothing can be left out, so the refusal stands. */
export type LeftOut = 'left_out' | 'needed' | 'stopping' | 'lease_lost';

/**
 * Whether a write that the network refused can go out without a part of it. What is left out is stored in the journal before this returns, with its warning:
 * a run that takes over leaves it out too. The refused intent is closed by then, so that the next try opens its own.
 */
export async function leaveOut<Input>(
  { stopping, log }: WriteDeps,
  { network, call }: WriteTry<Input>,
  { refused, error }: Extract<TryResult, { state: 'failed' }>,
): Promise<LeftOut> {
  if (refused === undefined || !network.leaveOut) return 'needed';
  try {
    return (await network.leaveOut(call, { prepared: refused, error })) ? 'left_out' : 'needed';
  } catch (reason) {
    if (reason instanceof LeaseLost) return 'lease_lost';
    if (isTransient(reason)) throw reason;
    if (stopping.aborted) return 'stopping';
    if (isOwnFailure(reason)) log.error({ err: reason }, 'leaving out a part of a refused write failed');
    return 'needed';
  }
}
