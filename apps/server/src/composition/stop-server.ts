import type { HttpServer } from '../http/http-server.ts';
import type { Logger } from '../log/log.ts';
import { endsWithin } from '../process/ends-within.ts';
import type { StopTimeouts } from './server-options.ts';

type Deps = {
  readonly log: Logger;
  readonly stopTimeouts: Pick<StopTimeouts, 'drainMs' | 'closeMs'>;
  readonly databaseClock: { stop(): void };
  /** Starts no more runs, and resolves when those under way have ended. */
  readonly jobs: { stop(): Promise<void> };
  readonly publishing: {
    /** Takes nothing new, hands over what only waits, and resolves when nothing is in flight. */
    drain(): Promise<void>;
    stop(): void;
  };
  /** Claims nothing new, and resolves when no delivery is in flight. */
  readonly webhooks: { stop(): Promise<void> };
  readonly events: {
    /** Ends the streams. */
    close(): void;
    /** Relays what was written until now. */
    stop(): Promise<void>;
  };
  readonly callerCache: { stop(): void };
  /** They write what waits. */
  readonly writers: readonly { stop(): Promise<void> }[];
  readonly targetsInFlight: () => number;
  readonly httpServers: readonly HttpServer[];
  readonly http: { close(): Promise<void> };
  readonly closeDatabase: () => Promise<void>;
};

/** Takes no more work, waits for what is in flight, closes everything. Takes 45 seconds at most. */
export async function stopServer(deps: Deps): Promise<void> {
  const { drainMs, closeMs } = deps.stopTimeouts;
  deps.databaseClock.stop();
  const [isPublished] = await Promise.all([
    endsWithin(drainMs, deps.publishing.drain()),
    endsWithin(drainMs, deps.webhooks.stop()),
    endsWithin(drainMs, deps.jobs.stop()),
  ]);
  if (!isPublished) deps.log.warn({ targets: deps.targetsInFlight() }, 'stopping before everything was published');
  deps.events.close();
  // The server listens until here: /readyz reports the stop, and new publishes get an error instead of a refused connection.
  await Promise.all(deps.httpServers.map((server) => server.close()));
  deps.callerCache.stop();
  deps.publishing.stop();
  const written = deps.events.stop().then(() => Promise.all(deps.writers.map((writer) => writer.stop())));
  const closed = written.then(deps.http.close).then(deps.closeDatabase);
  await endsWithin(closeMs, closed);
}
