import { errorDetail } from '../../../src/publishing/error-detail.ts';
import { BUDGET_SECONDS, type Engine, LATE_LIMIT_SECONDS, LEASE_SECONDS, roughly } from './engine.ts';
import { createModelClock } from './model-clock.ts';
import { cancelTargets, claimDue, recordPost, sweepTargets } from './model-due-targets.ts';
import { hasPublicWriteInFlight } from './model-intents.ts';
import { createModelRows, type Guard, type ModelRows, type ModelTarget } from './model-rows.ts';
import { createModelStore } from './model-store.ts';
import { renewLeases } from './model-targets.ts';

const SWEEP_ERRORS = {
  doubt: errorDetail('outcome_unknown'),
  lost: errorDetail('worker_lost'),
  missed: errorDetail('schedule_missed'),
};
const SWEEP = { errors: SWEEP_ERRORS, lateLimitSeconds: LATE_LIMIT_SECONDS, leaseSeconds: LEASE_SECONDS };

/** The model behind the same interface as PostgreSQL. */
export function createModelEngine(without: ReadonlySet<Guard> = new Set()): Engine & { readonly rows: ModelRows } {
  const clock = createModelClock();
  const rows = createModelRows(clock, without);
  return {
    rows,
    store: createModelStore({
      rows,
      leaseSeconds: LEASE_SECONDS,
      step: async (_name, statement) => statement(),
      fault: () => 'none',
    }),
    async connect(accountId) {
      rows.accounts.set(accountId, { status: 'active' });
    },
    async record({ postId, targetIds, accountId, text, firstComment, dueInSeconds }) {
      recordPost(rows, {
        id: postId,
        start:
          dueInSeconds === null
            ? { leaseOwner: 'here', leaseSeconds: LEASE_SECONDS }
            : { publishAt: clock.now() + dueInSeconds * 1_000 },
        targets: targetIds.map((id) => ({
          id,
          accountId,
          platform: 'x',
          content: text,
          firstComment,
          budgetMs: BUDGET_SECONDS * 1_000,
        })),
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
      return claimDue(rows, claim).map(({ row, publishAt, remainingMs }) => ({
        id: row.id,
        token: row.leaseToken,
        isScheduled: publishAt !== null,
        remaining: roughly(remainingMs / 1_000),
      }));
    },
    renew: async (lease) => renewLeases(rows, [lease], LEASE_SECONDS),
    sweep: async () => sweepTargets(rows, SWEEP).map(({ code }) => code),
    cancel: async (postId, error) => cancelTargets(rows, postId, error),
    async disconnect(accountId) {
      rows.accounts.set(accountId, { status: 'revoked' });
    },
    hasPublicWriteInFlight: async (accountId) => hasPublicWriteInFlight(rows, accountId),
    now: () => clock.now(),
    passTime: async (seconds) => clock.advanceTo(clock.now() + seconds * 1_000),
    look: async () => ({
      targets: [...rows.targets.values()].map((target) => seen(target, clock.now())).sort(byId),
      intents: [...rows.intents.values()]
        .map(({ intendedAt, ...intent }) => ({ ...intent, intended: roughly((intendedAt - clock.now()) / 1_000) }))
        .sort(byId),
      reservations: Object.fromEntries(rows.reservations),
      ledger: [...rows.ledger].sort(),
      counter: rows.counter,
      cancelledPosts: [...rows.cancelledPosts].sort(),
      events: [...rows.events].sort(),
    }),
  };
}

const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1);

function seen(target: ModelTarget, now: number) {
  const inSeconds = (timeMs: number | null) => (timeMs === null ? null : roughly((timeMs - now) / 1_000));
  return {
    id: target.id,
    status: target.status,
    code: target.errorDetail?.code ?? null,
    platformPostId: target.platformPostId,
    url: target.url,
    isPublished: target.publishedAt !== null,
    commentStatus: target.commentStatus,
    commentId: target.commentId,
    commentCode: target.commentError?.split(':')[0] ?? null,
    done: target.done,
    phase: target.phase,
    leaseToken: target.leaseToken,
    leaseOwner: target.leaseOwner,
    claims: target.claims,
    run: inSeconds(target.runAt),
    leaseExpires: inSeconds(target.leaseExpiresAt),
    deadline: inSeconds(target.deadlineAt),
  };
}
