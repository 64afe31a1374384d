import { openDatabase } from '../db/database.ts';
import { findEventDifferences } from '../events/audit-events.table.ts';
import type { Logger } from '../log.ts';
import { findDifferences } from '../usage/audit.table.ts';

/** After a start other work comes first. */
const FIRST_AFTER_MS = 3_600_000;
const EVERY_MS = 86_400_000;
/** It reads whole tables, so it has a connection of its own and more time than other statements. */
const STATEMENT_TIMEOUT_MS = 600_000;

type Deps = {
  readonly databaseUrl: string;
  readonly log: Logger;
  readonly now: () => Date;
  readonly observe: { audited(at: Date, differences: number): void };
};

/** What `fanfare audit` compares, once a day on every server, for its metrics. */
export function createDailyAudit({ databaseUrl, log, now, observe }: Deps): {
  /** Starts an audit when one is due, and returns at once. */
  startIfDue(): void;
  stop(): Promise<void>;
} {
  let dueAt = now().getTime() + FIRST_AFTER_MS;
  let underWay = Promise.resolve();

  const audit = async (): Promise<void> => {
    const db = openDatabase({
      url: databaseUrl,
      maxConnections: 1,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      onError: () => undefined,
    });
    try {
      const differences = (await findDifferences(db)).length + (await findEventDifferences(db)).length;
      observe.audited(now(), differences);
      if (differences > 0) log.error({ differences }, 'the audit found differences: run "fanfare audit" to see them');
    } finally {
      await db.close();
    }
  };
  return {
    startIfDue() {
      if (now().getTime() < dueAt) return;
      dueAt = now().getTime() + EVERY_MS;
      underWay = audit().catch((err: unknown) => log.warn({ err }, 'the daily audit failed'));
    },
    stop: () => underWay,
  };
}
