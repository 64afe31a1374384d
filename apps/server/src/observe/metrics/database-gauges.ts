import { Gauge, type Registry } from 'prom-client';
import { countEnding } from '../../accounts/credentials/renewals.table.ts';
import { listInterruptedMoves } from '../../cells/move/workspace-moves.table.ts';
import type { Database } from '../../db/database.ts';
import { readJobStates } from '../../jobs/job-states.table.ts';
import { readOldestRemoval } from '../../leaving/removal-requests.table.ts';
import { readStandbys } from '../standbys.table.ts';
import { countFailingMails, readBacklog, readWebhookBacklog } from './backlog.table.ts';

const WEEK_MS = 7 * 86_400_000;
/** Wait of a scrape for the database. Prometheus waits 10 s (`scrape_timeout`, checked 2026-11). */
const TIMEOUT_MS = 2_000;

type Deps = { readonly db: Database; readonly now: () => Date };

type Figures = Awaited<ReturnType<typeof readFigures>>;

/**
 * Adds gauges read from the database, over all projects. While the database does not answer they
 * have no samples and `fanfare_database_up` is 0; other metrics are not affected.
 */
export function addDatabaseGauges(registry: Registry, deps: Deps): void {
  const figures = readOncePerScrape(() => readFigures(deps));
  const gauge = (name: string, help: string, show: (gauge: Gauge, read: Figures) => void, labelNames: string[] = []) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const read = await figures();
        this.reset();
        // Resetting a gauge without labels sets it to 0, which would be a sample.
        if (read) show(this, read);
        else if (labelNames.length === 0) this.remove();
      },
    });

  new Gauge({
    name: 'fanfare_database_up',
    help: 'Whether the database answered this scrape. At 0, the gauges read from it have no samples.',
    registers: [registry],
    async collect() {
      this.set((await figures()) ? 1 : 0);
    },
  });
  gauge(
    'fanfare_unsettled_targets',
    'Targets that are due and have not settled, or wait for their first comment.',
    (shown, { backlog }) => shown.set(backlog.unsettled),
  );
  gauge(
    'fanfare_oldest_unsettled_seconds',
    'How long the oldest unsettled target has been due.',
    (shown, { backlog }) => shown.set(backlog.oldestSeconds),
  );
  gauge('fanfare_scheduled_targets', 'Targets that wait for their time.', (shown, { backlog }) =>
    shown.set(backlog.scheduled),
  );
  gauge('fanfare_oldest_removal_seconds', 'Age of the oldest removal that is not done.', (shown, read) =>
    shown.set(read.oldestRemovalSeconds),
  );
  gauge(
    'fanfare_oldest_webhook_delivery_seconds',
    'How long the oldest delivery to a webhook has been due.',
    (shown, { webhooks }) => shown.set(webhooks.oldestSeconds),
  );
  gauge(
    'fanfare_webhooks_disabled',
    'Webhooks that the service has disabled because of their answers.',
    (shown, { webhooks }) => shown.set(webhooks.disabled),
  );
  gauge(
    'fanfare_database_standbys',
    'Standbys that are connected to the primary. Backups and logical subscribers are none.',
    (shown, { standbys }) => shown.set(standbys.connected),
  );
  gauge(
    'fanfare_database_synchronous',
    'Whether commits wait for a standby. At 0, a promotion loses the last ones.',
    (shown, { standbys }) => shown.set(standbys.isSynchronous ? 1 : 0),
  );
  // These two have no samples where the role may not see them.
  gauge(
    'fanfare_database_synchronous_standbys',
    'Connected standbys for which commits wait. At 0 with fanfare_database_synchronous 1, writes wait.',
    (shown, { standbys: { seen } }) => (seen ? shown.set(seen.synchronous) : shown.remove()),
  );
  gauge(
    'fanfare_database_standby_lag_seconds',
    'How far the last of the connected standbys is behind.',
    (shown, { standbys: { seen } }) => (seen ? shown.set(seen.lagSeconds) : shown.remove()),
  );
  gauge(
    'fanfare_workspace_moves_interrupted',
    'Workspaces that are half-way to another cell, with no command that goes on. "fanfare doctor" names them.',
    (shown, read) => shown.set(read.interruptedMoves),
  );
  gauge('fanfare_mails_failing', 'Mails that could not be sent so far, and are tried again.', (shown, read) =>
    shown.set(read.failingMails),
  );
  gauge(
    'fanfare_job_success_timestamp_seconds',
    'When a job last succeeded on any server; before the first time, when the first server with it started.',
    (shown, { jobs }) => {
      for (const { name, succeededAt, createdAt } of jobs)
        shown.set({ name }, (succeededAt ?? createdAt).getTime() / 1_000);
    },
    ['name'],
  );
  // These two have no samples before the first audit.
  gauge(
    'fanfare_audit_differences',
    'Differences that the last audit found. Normally 0; "fanfare audit" shows them.',
    (shown, { audit }) => (audit ? shown.set((audit.result as { differences: number }).differences) : shown.remove()),
  );
  gauge('fanfare_audit_timestamp_seconds', 'When the last audit ended.', (shown, { audit }) =>
    audit?.succeededAt ? shown.set(audit.succeededAt.getTime() / 1_000) : shown.remove(),
  );
  const endingHelp = 'Active accounts that expire within 7 days unless they are renewed or connected again.';
  const showEnding = (shown: Gauge, { ending }: Figures) => {
    for (const [platform, count] of ending) shown.set({ platform }, count);
  };
  gauge('fanfare_accounts_ending', endingHelp, showEnding, ['platform']);
}

async function readFigures({ db, now }: Deps) {
  const [backlog, webhooks, failingMails, oldestRemovalSeconds, ending, jobs, standbys, moves] = await Promise.all([
    readBacklog(db),
    readWebhookBacklog(db),
    countFailingMails(db),
    readOldestRemoval(db),
    countEnding(db, new Date(now().getTime() + WEEK_MS)),
    readJobStates(db),
    readStandbys(db),
    listInterruptedMoves(db),
  ]);
  const audit = jobs.find(({ name, succeededAt }) => name === 'audit' && succeededAt !== null);
  const interruptedMoves = moves.length;
  return { backlog, webhooks, failingMails, oldestRemovalSeconds, ending, jobs, audit, standbys, interruptedMoves };
}

/** Shares one read per scrape, and a hanging read among scrapes. Null without an answer in time. */
function readOncePerScrape<T>(read: () => Promise<T>): () => Promise<T | null> {
  let underWay: Promise<T> | null = null;
  let ofThisScrape: Promise<T | null> | null = null;
  return () => {
    underWay ??= read().finally(() => {
      underWay = null;
    });
    ofThisScrape ??= inTime(underWay).finally(() =>
      setImmediate(() => {
        ofThisScrape = null;
      }),
    );
    return ofThisScrape;
  };
}

function inTime<T>(work: Promise<T>): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), TIMEOUT_MS);
    work
      .catch(() => null)
      .then((answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
  });
}
