import type { VersionStep } from '@fanfare/network';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database, PoolUse } from '../../db/database.ts';
import { addDatabaseGauges } from './database-gauges.ts';

type Deps = {
  readonly version: string;
  readonly db: Database;
  readonly targetsInFlight: () => number;
  readonly mediaBytes: () => number;
  readonly now: () => Date;
  readonly clockOffsetMs: () => number;
  readonly poolUse: () => Readonly<Record<string, PoolUse>>;
};

type Labels<Name extends string> = Readonly<Record<Name, string>>;
/** `route` is the pattern of the path. */
type Answered = { readonly method: string; readonly route: string; readonly status: number };

let ofProcess: Registry | null = null;

/**
 * The metrics of the process, in one registry for all servers that it starts: prom-client watches
 * garbage collection and the event loop from then on, and what it watches for is never freed.
 */
function processMetrics(): Registry {
  if (ofProcess === null) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** Prometheus metrics of the service, in addition to those of the process. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(deps: Deps) {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
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
  const published = counter('fanfare_published_total', 'Targets this process published.', 'platform');
  const failed = counter(
    'fanfare_failed_total',
    'Targets that failed in runs of this process. fanfare_swept_total counts those that no run settled.',
    'platform',
    'code',
  );
  const unknowns = counter(
    'fanfare_outcome_unknown_total',
    'Targets and first comments that this process settled as outcome_unknown.',
    'platform',
  );
  const lost = counter(
    'fanfare_lease_lost_total',
    'Runs that lost their lease because another run took the target.',
    'platform',
  );
  const swept = counter(
    'fanfare_swept_total',
    'Targets and first comments that the sweeper settled instead of a run. Normally 0.',
    'platform',
    'code',
  );
  const versionSteps = counter(
    'fanfare_api_version_steps_total',
    'Times this process moved to the next API version because a network had ended one; `to` is none where no other is configured.',
    'network',
    'from',
    'to',
  );
  const removals = counter(
    'fanfare_removals_total',
    'Profiles this process deleted because a network or the operator asked for it.',
    'platform',
    'source',
  );
  const refusals = counter(
    'fanfare_removal_refusals_total',
    'Refused removal callbacks. If bad_signature rises, an app secret may be wrong.',
    'platform',
    'reason',
  );
  const renewals = counter(
    'fanfare_renewals_total',
    'Renewals of credentials: renewed, refused, not_renewable, or unavailable (retried later).',
    'platform',
    'outcome',
  );
  const mails = counter(
    'fanfare_mail_attempts_total',
    'Attempts to send a mail: sent, retried (tried again later), or refused (the mail server never takes it).',
    'outcome',
  );
  const deliveries = counter(
    'fanfare_webhook_attempts_total',
    'Attempts of this process to deliver an event to a webhook: delivered, retried (failed, and tried again later), failed (given up), missed (the webhook is disabled now) or lease_lost.',
    'outcome',
  );
  gauge('fanfare_targets_in_flight', 'Targets this process is publishing.', deps.targetsInFlight);
  gauge(
    'fanfare_clock_offset_seconds',
    "How far this server's clock is ahead of the database's, which decides. Set the clock if it is far from 0.",
    () => deps.clockOffsetMs() / 1_000,
  );
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
  gauge(
    'fanfare_media_bytes',
    'Disk space that this process uses, or has reserved, for media that are being published.',
    deps.mediaBytes,
  );
  const jobs = new Histogram({
    name: 'fanfare_job_duration_seconds',
    help: 'Runs of jobs on this process by how they ended: succeeded or failed. `name` is that of the job.',
    labelNames: ['name', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers,
  });
  addDatabaseGauges(registry, deps);
  const all = Registry.merge([processMetrics(), registry]);

  return {
    late: (ms: number, platform: string) => lateness.observe({ platform }, Math.max(0, ms) / 1_000),
    published: (platform: string) => published.inc({ platform }),
    failed: (platform: string, code: string) => failed.inc({ platform, code }),
    unknownOutcome: (platform: string) => unknowns.inc({ platform }),
    leaseLost: (platform: string) => lost.inc({ platform }),
    swept: ({ platform, code }: Labels<'platform' | 'code'>) => swept.inc({ platform, code }),
    versionStep: ({ network, from, to }: VersionStep) => versionSteps.inc({ network, from, to: to ?? 'none' }),
    removed: ({ platform, source }: Labels<'platform' | 'source'>) => removals.inc({ platform, source }),
    refused: ({ platform, reason }: Labels<'platform' | 'reason'>) => refusals.inc({ platform, reason }),
    renewal: (platform: string, outcome: string) => renewals.inc({ platform, outcome }),
    webhookAttempt: (outcome: string) => deliveries.inc({ outcome }),
    mailAttempt: (outcome: string) => mails.inc({ outcome }),
    answered: ({ method, route, status }: Answered, ms: number) =>
      requests.observe({ method, route, status }, ms / 1_000),
    jobRan: (name: string, outcome: 'succeeded' | 'failed', ms: number) => jobs.observe({ name, outcome }, ms / 1_000),
    /** Prometheus text; also while the database is unavailable. */
    text: () => all.metrics(),
    contentType: all.contentType,
  };
}
