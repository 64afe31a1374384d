import type { Platform } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import type { ErrorDetail } from '../posts/targets.table.ts';
import type { IntentKind, IntentState } from '../posts/write-intents.table.ts';

/** A target with the moments that its row knows. */
export type TimelineTarget = {
  readonly id: string;
  readonly accountId: string;
  readonly platform: Platform;
  readonly recordedAt: Date;
  /** Null for a post that was published at once. */
  readonly publishAt: Date | null;
  /** When a run looks at it next. */
  readonly runAt: Date;
  readonly status: 'pending' | 'published' | 'failed';
  readonly publishedAt: Date | null;
  readonly settledAt: Date | null;
  readonly error: ErrorDetail | null;
  readonly commentStatus: 'none' | 'published' | 'failed' | 'unsupported';
  readonly commentError: string | null;
  readonly isDone: boolean;
  /** A process holds it now. */
  readonly isRunning: boolean;
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

/** The targets of a post in the order of its request; empty when the project has no such post. */
export async function findTimelineTargets(db: Database, projectId: string, postId: string): Promise<TimelineTarget[]> {
  const { rows } = await db.query<TimelineTarget>({
    text: `select t.id, t.account_id as "accountId", t.platform, p.created_at as "recordedAt", p.publish_at as "publishAt", t.run_at as "runAt",
             t.status, t.published_at as "publishedAt", t.settled_at as "settledAt", t.error_detail as error, t.comment_status as "commentStatus",
             t.comment_error as "commentError", t.done as "isDone", coalesce(t.lease_expires_at > now(), false) and not t.done as "isRunning"
           from targets t join posts p on p.project_id = t.project_id and p.id = t.post_id
           where t.project_id = $1 and t.post_id = $2 order by t.position`,
    values: [projectId, postId],
  });
  return rows;
}

/** The journal of these targets, in the order of time. */
export async function findTimelineWrites(
  db: Database,
  projectId: string,
  targetIds: readonly string[],
): Promise<TimelineWrite[]> {
  const { rows } = await db.query<TimelineWrite>({
    text: `select id, target_id as "targetId", kind, ordinal, state, sends, detail, intended_at as "intendedAt", resolved_at as "resolvedAt"
           from write_intents where project_id = $1 and target_id = any($2::uuid[]) order by intended_at, id`,
    values: [projectId, targetIds],
  });
  return rows;
}
