import type { Metrics } from '@fanfare/contract';
import { type Clock, type Http, NetworkError } from '@fanfare/network';
import type { TryOpenCredentialDeps } from '../../accounts/credentials/try-open-credential.ts';
import { callWithCredential, type NetworkAnswer } from '../../accounts/credentials/with-credential.ts';
import type { Networks } from '../../config/networks.ts';
import type { KeyedSemaphore } from '../../process/semaphore.ts';
import type { TargetRow } from '../../publishing/targets.table.ts';

export type ReadTargetMetricsDeps = TryOpenCredentialDeps & {
  readonly networks: Networks;
  readonly http: Http;
  readonly clock: Clock;
  /** Time limit of everything, including a renewal of the credential. */
  readonly readMs: number;
  /** Bounds concurrent reads by platform; on hubs by account. */
  readonly reads: KeyedSemaphore;
};

type TargetMetricsRead = NetworkAnswer<Metrics>;

const NOT_REPORTED: Metrics = { views: null, likes: null, comments: null, shares: null, saves: null };

/** Reads the counts of a published target. Never throws. Returns within `readMs`, or on abort. */
export async function readTargetMetrics(
  deps: ReadTargetMetricsDeps,
  target: TargetRow,
  signal: AbortSignal,
): Promise<TargetMetricsRead> {
  const { projectId, accountId, platformPostId } = target;
  const metrics = deps.networks.adapterOf(target.platform)?.metrics;
  if (!metrics) return { ok: true, result: NOT_REPORTED };
  if (platformPostId === null) return { ok: false, error: withoutId() };

  const ending = AbortSignal.any([signal, AbortSignal.timeout(deps.readMs)]);
  const startedAt = performance.now();
  let waitedMs = deps.readMs;
  const ask = async (): Promise<TargetMetricsRead> => {
    waitedMs = performance.now() - startedAt;
    const used = await callWithCredential(deps, { projectId, accountId }, (opened) =>
      metrics({ http: deps.http, clock: deps.clock, signal: ending, ...opened }, platformPostId),
    );
    return used.state === 'used' ? used.result : { ok: false, error: used.error };
  };
  try {
    const startRead = () => endingWith(ending, ask());
    const read = ending.aborted ? null : await deps.reads.run(laneOf(target), startRead, ending);
    return read ?? { ok: false, error: tooLate(deps, waitedMs) };
  } catch (error) {
    if (ending.aborted) return { ok: false, error: tooLate(deps, waitedMs) };
    deps.log.error({ targetId: target.id, err: error }, 'reading metrics failed unexpectedly');
    return { ok: false, error: unforeseen(error) };
  }
}

/** The lane of a read. Each hub has its own, so that a slow one delays no other. */
const laneOf = ({ platform, accountId }: TargetRow): string => (platform === 'hub' ? accountId : platform);

/** Rejects as soon as the signal is aborted. The work continues, and its result is dropped. */
function endingWith<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** The error of a late read. When most of the time was spent waiting, the network was not slow. */
function tooLate({ readMs }: ReadTargetMetricsDeps, waitedMs: number): NetworkError {
  const seconds = `${readMs / 1_000} seconds`;
  return waitedMs > readMs / 2
    ? new NetworkError({
        code: 'rate_limited',
        outcome: 'not_sent',
        message: `Many metrics of this network are being read, and these were not read within ${seconds}. Ask again in a minute.`,
      })
    : new NetworkError({
        code: 'network_unavailable',
        outcome: 'unknown',
        message: `The network did not return the metrics within ${seconds}. Ask again later.`,
      });
}

const withoutId = (): NetworkError =>
  new NetworkError({
    code: 'content_rejected',
    outcome: 'not_sent',
    message: 'The network did not return the id of this post when it was published, so its metrics cannot be read.',
  });

const unforeseen = (cause: unknown): NetworkError =>
  new NetworkError({
    code: 'internal_error',
    outcome: 'not_sent',
    message: 'The service failed unexpectedly while it read the metrics. Ask again later.',
    cause,
  });
