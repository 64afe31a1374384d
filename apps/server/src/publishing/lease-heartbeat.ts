import type { Database } from '../db/database.ts';
import type { Logger } from '../process/log/log.ts';
import { type Lease, renewLeases } from './targets.table.ts';

type Deps = {
  readonly db: Database;
  readonly log: Logger;
  readonly leaseSeconds: number;
  readonly heartbeatMs: number;
};

export type LeaseHeartbeat = {
  /** Renews the lease until `ms` plus one lease have passed: a longer run hangs. */
  keep(lease: Lease, ms: number): void;
  /** Call it when the run has ended. */
  release(lease: Pick<Lease, 'targetId' | 'token'>): void;
  stop(): void;
};

/** Renews the leases of all runs of this process with one statement per heartbeat. */
export function startLeaseHeartbeat({ db, log, leaseSeconds, heartbeatMs }: Deps): LeaseHeartbeat {
  const runs = new Map<string, { readonly lease: Lease; readonly until: number }>();
  const nameOf = ({ targetId, token }: Pick<Lease, 'targetId' | 'token'>) => `${targetId} ${token}`;

  const renew = async (): Promise<void> => {
    const now = performance.now();
    const leases = [...runs.values()].flatMap(({ lease, until }) => (until > now ? [lease] : []));
    if (leases.length > 0) await renewLeases(db, leases, leaseSeconds);
  };
  const timer = setInterval(
    () => void renew().catch((err: unknown) => log.warn({ err }, 'leases could not be renewed')),
    heartbeatMs,
  );
  return {
    keep: (lease, ms) => void runs.set(nameOf(lease), { lease, until: performance.now() + ms + leaseSeconds * 1_000 }),
    release: (lease) => void runs.delete(nameOf(lease)),
    stop: () => clearInterval(timer),
  };
}
