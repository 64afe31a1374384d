import type { CreatePostBody } from '@fanfare/contract';
import {
  type CreatedPost,
  type Decision,
  initialCommentStatus,
  type JudgedPost,
  type JudgedTarget,
  planOf,
  quotaPeriodOf,
  type Refusal,
  refuse,
  requireValid,
  targetStatus,
} from '@fanfare/rules';
import type { AccountRow } from '../accounts/accounts.table.ts';
import { accountRowIds, byPublicId } from '../accounts/find-accounts-by-public-id.ts';
import type { ReadAhead } from '../credentials/read-ahead.ts';
import type { Database } from '../db/database.ts';
import type { Caller } from '../http/caller.ts';
import { fromPublicId, type Ids } from '../ids.ts';
import type { KeyedSemaphore } from '../semaphore.ts';
import type { Bulkheads } from './bulkheads.ts';
import { deadlineMs } from './deadline.ts';
import { type JudgeDeps, judgeRequest } from './judge-request.ts';
import type { LookUpRequest } from './look-up-together.ts';
import { STOPPING, TOO_MANY_PUBLISHES } from './no-capacity.ts';
import { findPost } from './posts.table.ts';
import type { ClaimedTarget } from './publish-post.ts';
import { quotaExceeded } from './quota-exceeded.ts';
import type { NewPost, NewTarget, RecordOutcome } from './record-posts.table.ts';
import type { RecordPost } from './record-together.ts';
import type { TargetRow } from './targets.table.ts';
import { toPost } from './to-post.ts';

export type CreatePostDeps = JudgeDeps & {
  readonly db: Database;
  readonly ids: Ids;
  readonly bulkheads: Bulkheads;
  /** Admits requests with one idempotency key one after the other, so that the later ones find the first one's post instead of competing for capacity. */
  readonly keyMutex: KeyedSemaphore;
  /** Name of this process on the leases it holds. */
  readonly instance: string;
  readonly leaseSeconds: number;
  readonly lookUpRequest: LookUpRequest;
  readonly recordPost: RecordPost;
  readonly publishPost: (claimed: readonly ClaimedTarget[]) => Promise<TargetRow[]>;
  /** Begins to read what the runs of these accounts open first. */
  readonly readCredentialsAhead: ReadAhead['begin'];
  /** Wakes this process when a post falls due soon, in so many milliseconds. */
  readonly wakeIn: (ms: number) => void;
  readonly isStopping: () => boolean;
};

export type CreatePostCommand = {
  readonly caller: Caller;
  readonly key: string;
  readonly bodySha256: Buffer;
  readonly body: CreatePostBody;
  /** Counts a publish that is not a replay. Returns a refusal when the key publishes too fast. */
  readonly countPublish: () => Promise<Refusal | null>;
};

/**
 * Handles one `POST /posts`. The order of checks is the spec's: replay, accounts, platforms, content, quota. A refusal records nothing and leaves the key
 * unused. A recorded post settles even when the caller disconnects.
 */
export async function createPost(
  deps: CreatePostDeps,
  command: CreatePostCommand,
): Promise<Decision<{ readonly created: CreatedPost }>> {
  // Between processes the unique key in the database decides.
  const admitted = await deps.keyMutex.run(`${command.caller.projectId} ${command.key}`, () => admit(deps, command));
  if (!admitted.ok || 'created' in admitted) return admitted;
  const { recorded, judged, capacity } = admitted;
  try {
    const claimed = recorded.targets.map((target, i) => ({ target, draft: judged.targets[i]!.draft }));
    const settled = await deps.publishPost(claimed);
    // The post is recorded, another process continues it, and its key finds it.
    if (deps.isStopping() && settled.some((row) => targetStatus(row) === 'pending')) return STOPPING;
    return created({
      state: 'published',
      post: toPost({ post: recorded.post, targets: settled }),
      warnings: judged.warnings,
    });
  } finally {
    capacity.leave();
  }
}

const created = (post: CreatedPost) => ({ ok: true, created: post }) as const;

type Recorded = Extract<RecordOutcome, { state: 'recorded' }>;

type Admitted = Decision<
  /** A replay, or a post that waits for its time. */
  | { readonly created: CreatedPost }
  /** To be run now; leave `capacity` once every target has settled. */
  | { readonly recorded: Recorded; readonly judged: JudgedPost; readonly capacity: { leave(): void } }
>;

async function admit(deps: CreatePostDeps, command: CreatePostCommand): Promise<Admitted> {
  const known = await lookUp(deps, command);
  if (known.original) return created(known.original);
  const judged = requireValid(judgeRequest(deps, known.accounts, command.body));
  if (!judged.ok) return judged;
  const admitted = await countAndRecord(deps, command, judged);
  if (admitted.ok || admitted.refusal.code !== 'rate_limited') return admitted;
  // A replay is never refused for lack of capacity: another server may have recorded this key meanwhile.
  const { original } = await lookUp(deps, command);
  return original ? created(original) : admitted;
}

type Judged = { readonly post: JudgedPost; readonly hubs: readonly string[] };

async function countAndRecord(deps: CreatePostDeps, command: CreatePostCommand, judged: Judged): Promise<Admitted> {
  const tooFast = await command.countPublish();
  if (tooFast) return refuse(tooFast);
  const { publishAt } = command.body;
  return publishAt === undefined
    ? recordNow(deps, command, judged)
    : schedule(deps, command, judged.post, new Date(publishAt));
}

/** Records a post that this process runs at once, if it has the capacity. */
async function recordNow(
  deps: CreatePostDeps,
  command: CreatePostCommand,
  { post: judged, hubs }: Judged,
): Promise<Admitted> {
  // Checked right before the capacity is reserved, without an await between them: a stop waits for reserved capacity.
  if (deps.isStopping()) return STOPPING;
  const capacity = deps.bulkheads.enter(command.caller.projectId, judged.targets.length, hubs);
  if (!capacity) return TOO_MANY_PUBLISHES;
  let isRunning = false;
  try {
    const { instance, leaseSeconds } = deps;
    const { projectId } = command.caller;
    deps.readCredentialsAhead(
      judged.targets.map(({ request }) => ({ projectId, accountId: fromPublicId('acc', request.accountId)! })),
    );
    const outcome = await record(deps, command, judged, deps.now(), { leaseOwner: instance, leaseSeconds });
    if (!outcome.ok || 'created' in outcome) return outcome;
    isRunning = true;
    return { ...outcome, judged, capacity };
  } finally {
    if (!isRunning) capacity.leave();
  }
}

/** Records a scheduled post. Its rows are the schedule; nothing else stores it. */
async function schedule(
  deps: CreatePostDeps,
  command: CreatePostCommand,
  judged: JudgedPost,
  publishAt: Date,
): Promise<Admitted> {
  if (deps.isStopping()) return STOPPING;
  const outcome = await record(deps, command, judged, publishAt, { publishAt });
  if (!outcome.ok || 'created' in outcome) return outcome;
  const { recorded } = outcome;
  // Both times are by the database's clock, which decides when the post is due; ours may differ by seconds.
  deps.wakeIn(publishAt.getTime() - recorded.post.createdAt.getTime());
  return created({ state: 'scheduled', post: toPost(recorded), warnings: judged.warnings });
}

/** `created` when another server recorded this key first. */
async function record(
  deps: CreatePostDeps,
  command: CreatePostCommand,
  judged: JudgedPost,
  countedAt: Date,
  start: NewPost['start'],
): Promise<Decision<{ readonly recorded: Recorded } | { readonly created: CreatedPost }>> {
  const { caller, body } = command;
  const plan = planOf(caller.plan);
  const period = quotaPeriodOf(countedAt);
  const recorded = await deps.recordPost({
    projectId: caller.projectId,
    id: deps.ids.uuid(),
    idempotencyKey: command.key,
    bodySha256: command.bodySha256,
    content: body.content,
    media: body.mediaItems,
    targets: judged.targets.map((target) => toNewTarget(deps, target)),
    quota: { periodStart: period.start, allowance: plan.includedUnits, overage: plan.overage },
    start,
  });
  if (recorded.state === 'recorded') return { ok: true, recorded };
  if (recorded.state === 'key_used') return created((await lookUp(deps, command)).original!);
  if (recorded.state === 'quota_exceeded')
    return quotaExceeded(deps, { what: 'post', caller, units: judged.units, period });
  // Judge it again: it is refused like any request with an unknown account.
  const again = judgeRequest(deps, (await lookUp(deps, command)).accounts, body);
  if (!again.ok) return again;
  throw new Error('An account is gone for its targets and there for its project.');
}

type Known = { readonly original: CreatedPost | null; readonly accounts: ReadonlyMap<string, AccountRow> };

/**
 * What the request names: the post of its key, and its accounts. A key always returns its original, also after its account was revoked or the quota ran out.
 * Replays never wait.
 */
async function lookUp(deps: CreatePostDeps, { caller, key, bodySha256, body }: CreatePostCommand): Promise<Known> {
  const { projectId } = caller;
  const accountIds = accountRowIds(body.platforms.map(({ accountId }) => accountId));
  const { original, accounts } = await deps.lookUpRequest({ projectId, key, accountIds });
  const post = original && (await findPost(deps.db, projectId, original.postId));
  const isMismatch = original !== null && !original.bodySha256.equals(bodySha256);
  return { original: post && { state: 'replayed', post: toPost(post), isMismatch }, accounts: byPublicId(accounts) };
}

function toNewTarget(deps: CreatePostDeps, { request, draft, cost }: JudgedTarget): NewTarget {
  const commentable = deps.networks.rulesOf(request.platform)!.limits.supports.firstComment;
  return {
    id: deps.ids.uuid(),
    accountId: fromPublicId('acc', request.accountId)!,
    platform: request.platform,
    content: request.content ?? null,
    media: request.mediaItems ?? null,
    firstComment: draft.firstComment,
    aiGenerated: draft.aiGenerated,
    spaceSlug: draft.spaceSlug,
    link: draft.link,
    commentStatus: initialCommentStatus(draft.firstComment !== null, commentable),
    publishUnits: cost.publish,
    commentUnits: cost.comment,
    budgetSeconds: deadlineMs(draft) / 1000,
  };
}
