import type { VersionStep } from '@fanfare/network';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import { addDatabaseGauges } from './database-gauges.ts';

/** What operators watch, beside the process's own figures. */
export type Metrics = {
  /** How late the first run of a scheduled target began. */
  late(ms: number, platform: string): void;
  /** A run published a target. */
  published(platform: string): void;
  /** A run ended a target with this code. */
  failed(platform: string, code: string): void;
  /** A target or its first comment ended with `outcome_unknown`. */
  unknownOutcome(platform: string): void;
  /** A run found that another one had taken its target. */
  leaseLost(platform: string): void;
  /** The sweeper settled a target, or a first comment, that no run did. */
  swept(settled: { readonly platform: string; readonly code: string }): void;
  /** A network has ended an API version, and this process asks for the next one. */
  versionStep(step: VersionStep): void;
  /** This process finished deleting a profile. */
  removed(removal: { readonly platform: string; readonly source: string }): void;
  /** A removal callback was not believed, and nothing was done. */
  refused(callback: { readonly platform: string; readonly reason: string }): void;
  /** A network was asked to renew a credential, or something that cannot be renewed came to its end. */
  renewal(platform: string, outcome: string): void;
  /** Prometheus text; also while the database is away. */
  text(): Promise<string>;
  readonly contentType: string;
};

type Deps = {
  readonly db: Database;
  readonly targetsInFlight: () => number;
  /** What media take up on this server's disk. */
  readonly mediaBytes: () => number;
  readonly now: () => Date;
  readonly clockOffsetMs: () => number;
};

export function createMetrics(deps: Deps): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const lateness = new Histogram({
    name: 'fanfare_lateness_seconds',
    help: 'Time between publishAt and the start of the first run.',
    labelNames: ['platform'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 3_600, 86_400],
    registers,
  });
  const published = new Counter({
    name: 'fanfare_published_total',
    help: 'Targets this process published.',
    labelNames: ['platform'],
    registers,
  });
  const failed = new Counter({
    name: 'fanfare_failed_total',
    help: 'Targets that failed in runs of this process. Those no run settled are in fanfare_swept_total.',
    labelNames: ['platform', 'code'],
    registers,
  });
  const unknowns = new Counter({
    name: 'fanfare_outcome_unknown_total',
    help: 'Targets and first comments that ended with outcome_unknown in this process.',
    labelNames: ['platform'],
    registers,
  });
  const lost = new Counter({
    name: 'fanfare_lease_lost_total',
    help: 'Runs that found their target taken by another one.',
    labelNames: ['platform'],
    registers,
  });
  const swept = new Counter({
    name: 'fanfare_swept_total',
    help: 'Targets and first comments settled by the sweeper instead of a run. Above zero something is wrong.',
    labelNames: ['platform', 'code'],
    registers,
  });
  const versionSteps = new Counter({
    name: 'fanfare_api_version_steps_total',
    help: 'Times a network had ended an API version and this process went on with the next one.',
    labelNames: ['network', 'from', 'to'],
    registers,
  });
  const removals = new Counter({
    name: 'fanfare_removals_total',
    help: 'Profiles this process deleted because a network or the operator asked for it.',
    labelNames: ['platform', 'source'],
    registers,
  });
  const refusals = new Counter({
    name: 'fanfare_removal_refusals_total',
    help: 'Removal callbacks that were not believed. A rise of bad_signature may mean that an app secret is wrong.',
    labelNames: ['platform', 'reason'],
    registers,
  });
  const renewals = new Counter({
    name: 'fanfare_renewals_total',
    help: 'Renewals of credentials: renewed, refused, not_renewable, or unavailable (asked again later).',
    labelNames: ['platform', 'outcome'],
    registers,
  });
  new Gauge({
    name: 'fanfare_targets_in_flight',
    help: 'Targets this process is publishing.',
    registers,
    collect() {
      this.set(deps.targetsInFlight());
    },
  });
  new Gauge({
    name: 'fanfare_clock_offset_seconds',
    help: "How far this server's clock is ahead of the database's, which decides. Away from zero it should be set.",
    registers,
    collect() {
      this.set(deps.clockOffsetMs() / 1_000);
    },
  });
  new Gauge({
    name: 'fanfare_media_bytes',
    help: 'Bytes of media this process keeps on disk, or has room taken for, while it publishes them.',
    registers,
    collect() {
      this.set(deps.mediaBytes());
    },
  });
  addDatabaseGauges(registry, deps);

  return {
    late: (ms, platform) => lateness.observe({ platform }, Math.max(0, ms) / 1_000),
    published: (platform) => published.inc({ platform }),
    failed: (platform, code) => failed.inc({ platform, code }),
    unknownOutcome: (platform) => unknowns.inc({ platform }),
    leaseLost: (platform) => lost.inc({ platform }),
    swept: ({ platform, code }) => swept.inc({ platform, code }),
    versionStep: ({ network, from, to }) => versionSteps.inc({ network, from, to }),
    removed: ({ platform, source }) => removals.inc({ platform, source }),
    refused: ({ platform, reason }) => refusals.inc({ platform, reason }),
    renewal: (platform, outcome) => renewals.inc({ platform, outcome }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
