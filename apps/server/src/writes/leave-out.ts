import { isTransient } from '../db/retry-transient.ts';
import { isOwnFailure } from './is-own-failure.ts';
import { LeaseLost } from './lease-lost.ts';
import type { TryResult, WriteDeps, WriteTry } from './write-run.ts';

/** `needed`: nothing can be left out, and the refusal stands. */
export type LeftOut = 'left_out' | 'needed' | 'stopping' | 'lease_lost';

/**
 * Leaves a part out of a refused write, if that is possible. The journal stores the omission and
 * its warning before this returns, so that a run that takes over leaves it out too.
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
