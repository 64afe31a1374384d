import { NetworkError } from '@fanfare/network';
import { isOwnFailure } from './is-own-failure.ts';
import type { WriteDeps, WriteRun } from './write-run.ts';

/** The error of an unsent write: the network's own, a passed deadline, or a fault of ours. */
export function errorBeforeSend<Input>({ log }: WriteDeps, run: WriteRun<Input>, error: unknown): NetworkError {
  if (run.deadline.aborted) {
    return new NetworkError({
      code: run.policy.tooLate,
      outcome: 'not_sent',
      message: 'The network took too long before anything could be published.',
    });
  }
  if (isOwnFailure(error)) log.error({ ...run.about, err: error }, 'preparing a write failed unexpectedly');
  if (error instanceof NetworkError) return error;
  return new NetworkError({
    code: 'internal_error',
    outcome: 'not_sent',
    message: 'The service failed before anything was sent.',
    cause: error,
  });
}

/** The error of a write that the network does not have. */
export function errorOfAbsent(error: Error): NetworkError {
  if (error instanceof NetworkError) return error;
  return new NetworkError({
    code: 'internal_error',
    outcome: 'rejected',
    message: 'The network says it was not published.',
    cause: error,
  });
}

export const disconnected = <Input>({ policy }: WriteRun<Input>): NetworkError =>
  new NetworkError({ code: 'account_not_active', outcome: 'not_sent', message: policy.disconnected });

export const accountBusy = (): NetworkError =>
  new NetworkError({
    code: 'rate_limited',
    outcome: 'not_sent',
    message: 'This account has too many writes in progress. Nothing was sent; send the request again in a minute.',
  });
