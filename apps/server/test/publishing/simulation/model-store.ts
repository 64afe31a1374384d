import { DatabaseUnavailable } from '../../../src/db/database-unavailable.ts';
import type { TargetStore } from '../../../src/publishing/target-store.ts';
import { deferTarget, handOver } from './model-due-targets.ts';
import { findJournal, intend, recordResend, resolveIntent } from './model-intents.ts';
import type { ModelRows } from './model-rows.ts';
import {
  belongsToAnother,
  failComment,
  fillUrl,
  findTarget,
  settleComment,
  settleFailed,
  settlePublished,
} from './model-targets.ts';
import type { StoreFault } from './scenario.ts';

type Deps = {
  readonly rows: ModelRows;
  readonly leaseSeconds: number;
  /** A step of the process; the statement happens in it. */
  readonly step: <T>(name: string, statement: () => T) => Promise<T>;
  readonly fault: () => StoreFault;
};

/**
 * The executor's store on the tables in memory, with every way in which a statement can fail
 * between process and database.
 */
export function createModelStore(deps: Deps): TargetStore {
  const { rows, leaseSeconds } = deps;

  /**
   * Like the real one: a statement whose answer was lost is sent again, until the database has been
   * down too long.
   */
  const retryTransient = async <T>(name: string, statement: () => T): Promise<T> => {
    const fault = deps.fault();
    if (fault === 'none') return deps.step(name, statement);
    if (fault === 'unreachable') await deps.step(`${name}: unreachable`, () => undefined);
    else await deps.step(`${name}: answer lost`, statement);
    if (fault === 'repeated') return deps.step(name, statement);
    throw new DatabaseUnavailable('The model has lost its connection.');
  };
  return {
    intend: (lease, intent) => retryTransient(`intend ${intent.kind}`, () => intend(rows, lease, intent, leaseSeconds)),
    resolveIntent: (lease, end) => retryTransient(`resolve ${end.state}`, () => resolveIntent(rows, lease, end)),
    recordResend: (lease, intentId) =>
      retryTransient('resend', () => recordResend(rows, lease, { intentId, leaseSeconds })),
    findJournal: ({ targetId }) => retryTransient('journal', () => findJournal(rows, targetId)),
    settlePublished: (lease, end) => retryTransient('settle published', () => settlePublished(rows, lease, end)),
    settleComment: (lease, comment) => retryTransient('settle comment', () => settleComment(rows, lease, comment)),
    failComment: (lease, error) =>
      retryTransient(`fail comment ${error.split(':')[0]}`, () => failComment(rows, lease, error)),
    settleFailed: (lease, error) =>
      retryTransient(`settle failed ${error.code}`, () => settleFailed(rows, lease, error)),
    defer: (lease, wait) => retryTransient('defer', () => deferTarget(rows, lease, wait)),
    handOver: (lease) => retryTransient('hand over', () => handOver(rows, lease)),
    fillUrl: ({ targetId }, url) => retryTransient('fill url', () => fillUrl(rows, targetId, url)),
    belongsToAnother: (lease, found) =>
      retryTransient('belongs to another', () => belongsToAnother(rows, lease, found)),
    find: ({ targetId }) => retryTransient('find', () => findTarget(rows, targetId)),
  };
}
