import type { Platform } from '@fanfare/contract';
import type { FollowUpKind } from '@fanfare/rules';
import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';
import type { ErrorDetail } from '../../publishing/targets.table.ts';
import type { IntentKind, IntentState } from '../../publishing/write-intents.table.ts';

export type TimelineTarget = {
  readonly id: string;
  readonly accountId: string;
  readonly platform: Platform;
  readonly recordedAt: Date;
  /** Null for a post published at once. */
  readonly publishAt: Date | null;
  readonly runAt: Date;
  readonly status: 'pending' | 'published' | 'failed';
  readonly publishedAt: Date | null;
  readonly settledAt: Date | null;
  readonly error: ErrorDetail | null;
  readonly commentStatus: 'none' | 'published' | 'failed' | 'unsupported';
  readonly commentError: string | null;
  readonly isDone: boolean;
  /** True while a process holds its lease. */
  readonly isRunning: boolean;
  /** The target whose chain or comments it belongs to; null for a target of the request. */
  readonly follows: string | null;
  readonly followUpKind: FollowUpKind | null;
  readonly followUpIndex: number | null;
};

export type TimelineWrite = {
  readonly id: string;
  readonly targetId: string;
  readonly kind: IntentKind;
  readonly ordinal: number;
  readonly state: IntentState;
  readonly sends: number;
  readonly detail: string | null;
  readonly intendedAt: Date;
  readonly resolvedAt: Date | null;
};

/**
 * Finds the targets of a post in request order, each with its follow-ups. Empty when the project
 * has no such post.
 */
export async function findTimelineTargets(db: Database, projectId: string, postId: string): Promise<TimelineTarget[]> {
  return knex('targets as t')
    .connection(db)
    .join('posts as p', { 'p.projectId': 't.projectId', 'p.id': 't.postId' })
    .where({ 't.projectId': projectId, 't.postId': postId })
    .orderBy(['t.position', 't.followUpIndex'])
    .select<TimelineTarget[]>(
      ...['t.id', 't.accountId', 't.platform', 'p.createdAt as recordedAt', 'p.publishAt', 't.runAt', 't.status'],
      ...['t.publishedAt', 't.settledAt', 't.errorDetail as error', 't.commentStatus', 't.commentError'],
      ...['t.done as isDone', 't.follows', 't.followUpKind', 't.followUpIndex'],
      knex.raw('coalesce(t.lease_expires_at > now(), false) and not t.done as is_running'),
    );
}

/** Finds the journal of these targets, in order of time. */
export async function findTimelineWrites(
  db: Database,
  projectId: string,
  targetIds: readonly string[],
): Promise<TimelineWrite[]> {
  return knex('writeIntents')
    .connection(db)
    .where({ projectId })
    .whereIn('targetId', targetIds)
    .orderBy(['intendedAt', 'id'])
    .select('id', 'targetId', 'kind', 'ordinal', 'state', 'sends', 'detail', 'intendedAt', 'resolvedAt');
}
