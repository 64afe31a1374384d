import type { VersionStep } from '@fanfare/network';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database, PoolUse } from '../../db/database.ts';
import { addDatabaseGauges } from './database-gauges.ts';

/** Prometheus metrics of the service, in addition to those of the process. */
export type Metrics = {
  /** How late the first run of a scheduled target started. */
  late(ms: number, platform: string): void;
  /** A run published a target. */
  published(platform: string): void;
  /** A run failed a target with this code. */
  failed(platform: string, code: string): void;
  /** A target or its first comment settled as `outcome_unknown`. */
  unknownOutcome(platform: string): void;
  /** A run lost its lease: another run has taken its target. */
  leaseLost(platform: string): void;
  /** The sweeper settled a target, or a first comment, that no run settled. */
  swept(settled: { readonly platform: string; readonly code: string }): void;
  /** A network has ended an API version, and this process uses the next one, if there is one. */
  versionStep(step: VersionStep): void;
  /** This process finished deleting a profile. */
  removed(removal: { readonly platform: string; readonly source: string }): void;
  /** A removal callback was refused, and nothing was done. */
  refused(callback: { readonly platform: string; readonly reason: string }): void;
  /** The outcome of a renewal of a credential. */
  renewal(platform: string, outcome: string): void;
  /** How an attempt to deliver an event to a webhook ended. */
  webhookAttempt(outcome: string): void;
  /** How an attempt to send a mail ended: sent, retried, or refused for good. */
  mailAttempt(outcome: string): void;
  /** A request was answered. `route` is the pattern of its path. */
  answered(request: { readonly method: string; readonly route: string; readonly status: number }, ms: number): void;
  /** A run of a job has ended on this server. */
  jobRan(job: string, outcome: 'succeeded' | 'failed', ms: number): void;
  /** Prometheus text; also while the database is unavailable. */
  text(): Promise<string>;
  readonly contentType: string;
};

type Deps = {
  /** Version of this server. */
  readonly version: string;
  readonly db: Database;
  readonly targetsInFlight: () => number;
  /** Bytes of media on this server's disk. */
  readonly mediaBytes: () => number;
  readonly now: () => Date;
  readonly clockOffsetMs: () => number;
  /** Database connections by the name of their pool. */
  readonly poolUse: () => Readonly<Record<string, PoolUse>>;
};

export function createMetrics(deps: Deps): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'fanfare_build_info',
    help: 'Always 1. The version of this server.',
    labelNames: ['version'],
    registers,
  }).set({ version: deps.version }, 1);
  const lateness = new Histogram({
    name: 'fanfare_lateness_seconds',
    help: 'Time between publishAt and the start of the first run.',
    labelNames: ['platform'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 3_600, 86_400],
    registers,
  });
  const requests = new Histogram({
    name: 'fanfare_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer. `route` is the pattern of its path, `none` where nothing matched.',
    labelNames: ['method', 'route', 'status'],
    // Immediate posts wait for their networks: minutes where they process a video.
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 60, 300],
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
    help: 'Targets that failed in runs of this process. fanfare_swept_total counts those that no run settled.',
    labelNames: ['platform', 'code'],
    registers,
  });
  const unknowns = new Counter({
    name: 'fanfare_outcome_unknown_total',
    help: 'Targets and first comments that this process settled as outcome_unknown.',
    labelNames: ['platform'],
    registers,
  });
  const lost = new Counter({
    name: 'fanfare_lease_lost_total',
    help: 'Runs that lost their lease because another run took the target.',
    labelNames: ['platform'],
    registers,
  });
  const swept = new Counter({
    name: 'fanfare_swept_total',
    help: 'Targets and first comments that the sweeper settled instead of a run. Normally 0.',
    labelNames: ['platform', 'code'],
    registers,
  });
  const versionSteps = new Counter({
    name: 'fanfare_api_version_steps_total',
    help: 'Times this process moved to the next API version because a network had ended one; `to` is none where no other is configured.',
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
    help: 'Refused removal callbacks. If bad_signature rises, an app secret may be wrong.',
    labelNames: ['platform', 'reason'],
    registers,
  });
  const renewals = new Counter({
    name: 'fanfare_renewals_total',
    help: 'Renewals of credentials: renewed, refused, not_renewable, or unavailable (retried later).',
    labelNames: ['platform', 'outcome'],
    registers,
  });
  const mails = new Counter({
    name: 'fanfare_mail_attempts_total',
    help: 'Attempts to send a mail: sent, retried (tried again later), or refused (the mail server never takes it).',
    labelNames: ['outcome'],
    registers,
  });
  const deliveries = new Counter({
    name: 'fanfare_webhook_attempts_total',
    help: 'Attempts of this process to deliver an event to a webhook: delivered, retried (failed, and tried again later), failed (given up), missed (the webhook is disabled now) or lease_lost.',
    labelNames: ['outcome'],
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
    help: "How far this server's clock is ahead of the database's, which decides. Set the clock if it is far from 0.",
    registers,
    collect() {
      this.set(deps.clockOffsetMs() / 1_000);
    },
  });
  new Gauge({
    name: 'fanfare_database_connections',
    help: 'Connections of this process to the database by pool: in use, idle, or waited for.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { inUse, idle, waiting }] of Object.entries(deps.poolUse())) {
        this.set({ pool, state: 'in_use' }, inUse);
        this.set({ pool, state: 'idle' }, idle);
        this.set({ pool, state: 'waiting' }, waiting);
      }
    },
  });
  new Gauge({
    name: 'fanfare_media_bytes',
    help: 'Disk space that this process uses, or has reserved, for media that are being published.',
    registers,
    collect() {
      this.set(deps.mediaBytes());
    },
  });
  const jobs = new Histogram({
    name: 'fanfare_job_duration_seconds',
    help: 'Runs of jobs on this process by how they ended: succeeded or failed. `name` is that of the job.',
    labelNames: ['name', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers,
  });
  addDatabaseGauges(registry, deps);

  return {
    late: (ms, platform) => lateness.observe({ platform }, Math.max(0, ms) / 1_000),
    published: (platform) => published.inc({ platform }),
    failed: (platform, code) => failed.inc({ platform, code }),
    unknownOutcome: (platform) => unknowns.inc({ platform }),
    leaseLost: (platform) => lost.inc({ platform }),
    swept: ({ platform, code }) => swept.inc({ platform, code }),
    versionStep: ({ network, from, to }) => versionSteps.inc({ network, from, to: to ?? 'none' }),
    removed: ({ platform, source }) => removals.inc({ platform, source }),
    refused: ({ platform, reason }) => refusals.inc({ platform, reason }),
    renewal: (platform, outcome) => renewals.inc({ platform, outcome }),
    webhookAttempt: (outcome) => deliveries.inc({ outcome }),
    mailAttempt: (outcome) => mails.inc({ outcome }),
    answered: ({ method, route, status }, ms) => requests.observe({ method, route, status }, ms / 1_000),
    jobRan: (name, outcome, ms) => jobs.observe({ name, outcome }, ms / 1_000),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
