import type { HttpServer } from '../http/http-server.ts';
import { endsWithin } from '../process/ends-within.ts';
import type { Logger } from '../process/log/log.ts';
import type { Feature } from './fold-features.ts';
import type { StopTimeouts } from './server-options.ts';

type Deps = {
  readonly log: Logger;
  readonly stopTimeouts: Pick<StopTimeouts, 'drainMs' | 'closeMs'>;
  readonly features: readonly Feature[];
  readonly databaseClock: { stop(): void };
  readonly sweeper: { stop(): void };
  readonly jobs: { stop(): Promise<void> };
  readonly targetsInFlight: () => number;
  readonly httpServers: readonly HttpServer[];
  /** Ends the wait of other servers for this one. */
  readonly leaveHistory: () => Promise<void>;
  readonly http: { close(): Promise<void> };
  readonly pools: { close(): Promise<void> };
};

/** Takes no more work, waits for work in flight, closes everything. Takes 45 seconds at most. */
export async function stopServer(deps: Deps): Promise<void> {
  const { features, jobs } = deps;
  const { drainMs, closeMs } = deps.stopTimeouts;
  deps.databaseClock.stop();
  deps.sweeper.stop();
  await Promise.all([
    ...features.map(({ drain }) => drain && endsWithin(drainMs, drain())),
    endsWithin(drainMs, jobs.stop()),
  ]);
  const targets = deps.targetsInFlight();
  if (targets > 0) deps.log.warn({ targets }, 'stopping before everything was published');
  for (const { close } of features) close?.();
  // Listens until here: /readyz reports the stop, and publishes get an error.
  await Promise.all(deps.httpServers.map((server) => server.close()));
  const stop = async (): Promise<void> => {
    for (const feature of features) await feature.stop?.();
    await deps.http.close();
    await deps.leaveHistory();
    await deps.pools.close();
  };
  await endsWithin(closeMs, stop());
}
