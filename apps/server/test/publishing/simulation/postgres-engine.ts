import { changeAccountStatus, upsertAccount } from '../../../src/accounts/accounts.table.ts';
import type { DatabasePool } from '../../../src/db/database.ts';
import { recordPost } from '../../../src/posts/record-posts.table.ts';
import { claimDue } from '../../../src/publishing/due-targets.table.ts';
import { errorDetail } from '../../../src/publishing/error-detail.ts';
import { cancelTargets } from '../../../src/publishing/settled-targets.table.ts';
import { sweepTargets } from '../../../src/publishing/stuck-targets.table.ts';
import { postgresStore } from '../../../src/publishing/target-store.ts';
import { renewLeases } from '../../../src/publishing/targets.table.ts';
import { hasPublicWriteInFlight } from '../../../src/publishing/write-intents.table.ts';
import { BUDGET_SECONDS, type Engine, LATE_LIMIT_SECONDS, LEASE_SECONDS, type Rows, roughly } from './engine.ts';
import { silentLog } from './model-process.ts';
import { PROJECT_ID } from './model-rows.ts';

const SWEEP_ERRORS = {
  doubt: errorDetail('outcome_unknown'),
  lost: errorDetail('worker_lost'),
  missed: errorDetail('schedule_missed'),
};
const SWEEP = { errors: SWEEP_ERRORS, lateLimitSeconds: LATE_LIMIT_SECONDS, leaseSeconds: LEASE_SECONDS };

type SeenTarget = { readonly run: number; readonly leaseExpires: number | null; readonly deadline: number | null };

/** PostgreSQL with the service's own statements. Time passes by moving the times in the rows. */
export function createPostgresEngine(db: DatabasePool): Engine {
  const all = async <Row extends object>(text: string): Promise<Row[]> => (await db.query<Row>({ text })).rows;
  return {
    store: postgresStore({ db, log: silentLog, leaseSeconds: LEASE_SECONDS }),
    async connect(accountId) {
      await upsertAccount(db, {
        projectId: PROJECT_ID,
        id: accountId,
        platform: 'x',
        profileId: null,
        platformUserId: accountId,
        username: 'ana',
        hub: null,
      });
    },
    async record({ postId, targetIds, accountId, text, firstComment, dueInSeconds }) {
      await recordPost(db, {
        projectId: PROJECT_ID,
        id: postId,
        idempotencyKey: postId,
        bodySha256: Buffer.alloc(32),
        content: text,
        media: [],
        targets: targetIds.map((id) => ({
          id,
          accountId,
          platform: 'x',
          content: null,
          media: null,
          firstComment,
          aiGenerated: false,
          spaceSlug: null,
          commentStatus: 'none',
          publishUnits: 1,
          commentUnits: firstComment === null ? 0 : 1,
          budgetSeconds: BUDGET_SECONDS,
        })),
        quota: {
          periodStart: new Date('2026-11-01T00:00:00Z'),
          allowance: 1_000,
          overage: false,
        },
        start:
          dueInSeconds === null
            ? { leaseOwner: 'here', leaseSeconds: LEASE_SECONDS }
            : { publishAt: new Date(Date.now() + dueInSeconds * 1_000) },
      });
    },
    async claim(of) {
      const claim = {
        owner: 'there',
        leaseSeconds: LEASE_SECONDS,
        limit: 100,
        of,
        lateLimitSeconds: LATE_LIMIT_SECONDS,
      };
      return (await claimDue(db, claim)).map(({ target, post, remainingMs }) => ({
        id: target.id,
        token: target.leaseToken,
        isScheduled: post.publishAt !== null,
        remaining: roughly(remainingMs / 1_000),
      }));
    },
    renew: (lease) => renewLeases(db, [lease], LEASE_SECONDS),
    async sweep() {
      const swept = await sweepTargets(db, SWEEP);
      return swept.map(({ code }) => code);
    },
    cancel: (postId, error) => db.transaction((tx) => cancelTargets(tx, { projectId: PROJECT_ID, postId }, error)),
    async disconnect(id) {
      const change = { projectId: PROJECT_ID, id, from: ['active'], to: 'revoked', reason: null } as const;
      await changeAccountStatus(db, change);
    },
    hasPublicWriteInFlight: (accountId) => hasPublicWriteInFlight(db, PROJECT_ID, accountId),
    now: () => Date.now(),
    async passTime(seconds) {
      const earlier = (column: string) => `${column} = ${column} - interval '${seconds} s'`;
      await db.query({
        text: `with t as (update targets set ${['run_at', 'lease_expires_at', 'deadline_at'].map(earlier).join(', ')}),
                 i as (update write_intents set ${earlier('intended_at')})
               update posts set ${earlier('publish_at')}`,
      });
    },
    async look(): Promise<Rows> {
      const [targets, intents, reservations, ledger, [counter], cancelled, events] = await Promise.all([
        all<SeenTarget>(
          `select id, status, error_detail ->> 'code' as code, platform_post_id as "platformPostId", url,
             published_at is not null as "isPublished", comment_status as "commentStatus", comment_id as "commentId",
             nullif(split_part(comment_error, ':', 1), '') as "commentCode", done, phase, lease_token as "leaseToken", lease_owner as "leaseOwner", claims,
             extract(epoch from run_at - now())::float8 as run, extract(epoch from lease_expires_at - now())::float8 as "leaseExpires",
             extract(epoch from deadline_at - now())::float8 as deadline
           from targets order by id`,
        ),
        all<{ state: string; intended: number }>(
          `select id, target_id as "targetId", kind, ordinal, lease_token as "leaseToken", state, handle, remote_id as "remoteId", sends,
             extract(epoch from intended_at - now())::float8 as intended
           from write_intents order by id`,
        ),
        all<{ id: string; state: string }>(
          `select split_part(subject, ':', 2) || ' ' || kind as id, state from reservations`,
        ),
        all<{ id: string }>(`select split_part(subject, ':', 2) || ' ' || kind as id from usage_events order by 1`),
        all<Rows['counter']>(`select sum(reserved)::int as reserved, sum(used)::int as used from quota_periods`),
        all<{ id: string }>(`select id from posts where cancelled_at is not null order by id`),
        all<{ name: string }>(
          `select coalesce(target_id, post_id) || ' ' || type as name from events where target_id is not null or type = 'post.cancelled'`,
        ),
      ]);
      return {
        targets: targets.map((target) => ({
          ...target,
          run: roughly(target.run),
          leaseExpires: roughly(target.leaseExpires),
          deadline: roughly(target.deadline),
        })),
        intents: intents.map((intent) => ({ ...intent, intended: roughly(intent.intended) })),
        reservations: Object.fromEntries(reservations.map(({ id, state }) => [id, state])),
        ledger: ledger.map(({ id }) => id),
        counter: { reserved: counter?.reserved ?? 0, used: counter?.used ?? 0 },
        cancelledPosts: cancelled.map(({ id }) => id),
        events: events.map(({ name }) => name).sort(),
      };
    },
  };
}
