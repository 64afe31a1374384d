import type { Metrics } from '@fanfare/contract';
import { type AccountCall, type Clock, type Http, type NetworkAdapter, NetworkError } from '@fanfare/network';
import type { TryOpenCredentialDeps } from '../../accounts/credentials/try-open-credential.ts';
import { credentialRefusal, withCredential } from '../../accounts/credentials/with-credential.ts';
import type { Networks } from '../../config/networks.ts';
import type { KeyedSemaphore } from '../../process/semaphore.ts';
import type { TargetRow } from '../../publishing/targets.table.ts';

export type ReadTargetMetricsDeps = TryOpenCredentialDeps & {
  readonly networks: Networks;
  readonly http: Http;
  readonly clock: Clock;
  /** How long everything may take, a renewal of the credential included. */
  readonly readMs: number;
  /** Bounds concurrent reads by platform, on hubs by account. */
  readonly reads: KeyedSemaphore;
};

export type TargetMetricsRead =
  | { readonly ok: true; readonly metrics: Metrics }
  | { readonly ok: false; readonly error: NetworkError };

const NOT_REPORTED: Metrics = { views: null, likes: null, comments: null, shares: null, saves: null };

type ReadMetrics = NonNullable<NetworkAdapter['metrics']>;
type PublishedPost = { readonly target: TargetRow; readonly platformPostId: string };

/** Reads the counts of one published target from its network. Never throws, and returns within `readMs`, or as soon as `signal` is aborted. */
export async function readTargetMetrics(
  deps: ReadTargetMetricsDeps,
  target: TargetRow,
  signal: AbortSignal,
): Promise<TargetMetricsRead> {
  const read = deps.networks.adapterOf(target.platform)?.metrics;
  if (!read) return { ok: true, metrics: NOT_REPORTED };
  const { platformPostId } = target;
  if (platformPostId === null) return { ok: false, error: withoutId() };

  const ending = AbortSignal.any([signal, AbortSignal.timeout(deps.readMs)]);
  const startedAt = performance.now();
  let waitedMs = deps.readMs;
  const inTurn = (): Promise<TargetMetricsRead> => {
    waitedMs = performance.now() - startedAt;
    return endingWith(ending, ask(deps, { target, platformPostId }, read, ending));
  };
  try {
    const read = ending.aborted ? null : await deps.reads.run(laneOf(target), inTurn, ending);
    return read ?? { ok: false, error: tooLate(deps, waitedMs) };
  } catch (error) {
    if (ending.aborted) return { ok: false, error: tooLate(deps, waitedMs) };
    deps.log.error({ targetId: target.id, err: error }, 'reading metrics failed unexpectedly');
    return { ok: false, error: unforeseen(error) };
  }
}

/** With a credential that works: one that the network refuses is renewed once. */
async function ask(
  deps: ReadTargetMetricsDeps,
  { target, platformPostId }: PublishedPost,
  read: ReadMetrics,
  signal: AbortSignal,
): Promise<TargetMetricsRead> {
  const { projectId, accountId } = target;
  const used = await withCredential<TargetMetricsRead>(
    deps,
    { projectId, accountId },
    {
      async run({ credential, account }) {
        const call: AccountCall = { http: deps.http, clock: deps.clock, signal, credential, account };
        try {
          return { ok: true, metrics: await read(call, platformPostId) };
        } catch (error) {
          if (error instanceof NetworkError) return { ok: false, error };
          throw error;
        }
      },
      refusalIn: (read) => (read.ok ? null : credentialRefusal(read.error)),
    },
  );
  return used.state === 'used' ? used.result : { ok: false, error: used.error };
}

/** A slow hub must not delay reads from other hubs. */
const laneOf = ({ platform, accountId }: TargetRow): string => (platform === 'hub' ? accountId : platform);

/** Rejects as soon as the signal is aborted. The work itself goes on, and its result is dropped. */
function endingWith<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** When most of the time went by before the read began, the network was not slow. */
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
