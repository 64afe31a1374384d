import type { CreatePostBody, Post, Warning } from '@fanfare/contract';
import {
  initialCommentStatus,
  type JudgedPost,
  type JudgedTarget,
  planOf,
  quotaPeriodOf,
  summarise,
} from '@fanfare/rules';
import { RequestError } from '../http/request-error.ts';
import { fromPublicId, type Ids } from '../ids.ts';
import type { Caller } from '../projects/api-keys.table.ts';
import type { KeyedSemaphore } from '../semaphore.ts';
import type { Bulkheads } from './bulkheads.ts';
import { deadlineMs } from './deadline.ts';
import { type JudgeDeps, judgeRequest } from './judge-request.ts';
import { findPostByKey, type NewPost, type NewTarget, type RecordOutcome, recordPost } from './posts.table.ts';
import type { ClaimedTarget } from './publish-post.ts';
import { quotaExceeded } from './quota-exceeded.ts';
import { findTargets, type TargetRow } from './targets.table.ts';
import { toPost } from './to-post.ts';

export type CreatePostDeps = JudgeDeps & {
  readonly ids: Ids;
  readonly bulkheads: Bulkheads;
  /** Admits requests with one idempotency key one after the other, so that the later ones find the first one's post instead of competing for capacity. */
  readonly keyMutex: KeyedSemaphore;
  /** Name of this process on the leases it holds. */
  readonly instance: string;
  readonly leaseSeconds: number;
  readonly publishPost: (claimed: readonly ClaimedTarget[]) => Promise<TargetRow[]>;
  /** Lets this process be awake when a post falls due soon: so many milliseconds from now. */
  readonly wakeIn: (ms: number) => void;
  /** Counts a publish that is not a replay; throws when the key publishes too fast. */
  readonly countPublish: () => Promise<void>;
  readonly isStopping: () => boolean;
};

export type CreatedPost = {
  readonly post: Post;
  readonly status: 200 | 201 | 202;
  readonly warnings: readonly Warning[];
  /** True when a used key came with another body. */
  readonly mismatch: boolean;
};

export type CreatePostCommand = {
  readonly caller: Caller;
  readonly key: string;
  readonly bodySha256: Buffer;
  readonly body: CreatePostBody;
};

/**
 * One `POST /posts`. The order is the spec's: replay, accounts, platforms, content, quota; whatever refuses leaves nothing behind and the key free.
 * Once the post is recorded it settles whatever happens to the caller's connection.
 */
export async function createPost(deps: CreatePostDeps, command: CreatePostCommand): Promise<CreatedPost> {
  // Over several processes the unique key in the database decides.
  const admitted = await deps.keyMutex.run(`${command.caller.projectId} ${command.key}`, () => admit(deps, command));
  if (admitted.state === 'done') return admitted.answer;
  const { recorded, judged, room } = admitted;
  try {
    const claimed = recorded.targets.map((target, i) => ({ target, draft: judged.targets[i]!.draft }));
    const settled = await deps.publishPost(claimed);
    return { post: toPost(recorded.post, settled), status: 201, warnings: judged.warnings, mismatch: false };
  } finally {
    room.leave();
  }
}

type Recorded = Extract<RecordOutcome, { state: 'recorded' }>;

type Admitted =
  /** A replay, or a post that waits for its time. */
  | { readonly state: 'done'; readonly answer: CreatedPost }
  /** To be run now; `room` is to be left once every target has settled. */
  | {
      readonly state: 'recorded';
      readonly recorded: Recorded;
      readonly judged: JudgedPost;
      readonly room: { leave(): void };
    };

async function admit(deps: CreatePostDeps, command: CreatePostCommand): Promise<Admitted> {
  const { caller, body } = command;
  const original = await replay(deps, command);
  if (original) return { state: 'done', answer: original };

  const judged = await judgeRequest(deps, caller.projectId, body);
  const { violations } = judged;
  if (violations.length > 0) {
    throw new RequestError({ code: 'invalid_post', message: summarise(violations), details: violations });
  }
  try {
    await deps.countPublish();
    return body.publishAt === undefined
      ? await recordNow(deps, command, judged)
      : { state: 'done', answer: await schedule(deps, command, judged, new Date(body.publishAt)) };
  } catch (error) {
    // A replay is never refused for lack of room: another server may have recorded this very key meanwhile.
    const twin =
      error instanceof RequestError && error.refusal.code === 'rate_limited' ? await replay(deps, command) : null;
    if (twin) return { state: 'done', answer: twin };
    throw error;
  }
}

/** Records a post that this process runs at once, if there is room. */
async function recordNow(deps: CreatePostDeps, command: CreatePostCommand, judged: JudgedPost): Promise<Admitted> {
  // Right before room is taken, without a pause between: a stop waits for whatever has room.
  if (deps.isStopping()) throw stopping();
  const room = deps.bulkheads.enter(command.caller.projectId, judged.targets.length);
  if (!room) {
    throw new RequestError({
      code: 'rate_limited',
      message: 'Too many publishes are in progress. Send the request again.',
      headers: { 'Retry-After': '1' },
    });
  }
  try {
    const { instance, leaseSeconds } = deps;
    const recorded = await record(deps, command, judged, deps.now(), { leaseOwner: instance, leaseSeconds });
    if (recorded.state === 'recorded') return { state: 'recorded', recorded, judged, room };
    room.leave();
    return { state: 'done', answer: (await replay(deps, command))! };
  } catch (error) {
    room.leave();
    throw error;
  }
}

/** Records the post for its time. The rows are the schedule; nothing else has to remember it. */
async function schedule(
  deps: CreatePostDeps,
  command: CreatePostCommand,
  judged: JudgedPost,
  publishAt: Date,
): Promise<CreatedPost> {
  if (deps.isStopping()) throw stopping();
  const recorded = await record(deps, command, judged, publishAt, { publishAt });
  if (recorded.state === 'key_used') return (await replay(deps, command))!;
  // Both moments are the database's, by whose clock the post falls due; ours may be seconds away from it.
  deps.wakeIn(publishAt.getTime() - recorded.post.createdAt.getTime());
  return { post: toPost(recorded.post, recorded.targets), status: 202, warnings: judged.warnings, mismatch: false };
}

async function record(
  deps: CreatePostDeps,
  command: CreatePostCommand,
  judged: JudgedPost,
  countedAt: Date,
  start: NewPost['start'],
): Promise<Exclude<RecordOutcome, { state: 'quota_exceeded' | 'account_removed' }>> {
  const { caller, body } = command;
  const plan = planOf(caller.plan);
  const period = quotaPeriodOf(countedAt);
  const recorded = await recordPost(deps.db, {
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
  if (recorded.state === 'quota_exceeded') throw await quotaExceeded(deps, { caller, units: judged.units, period });
  if (recorded.state === 'account_removed') {
    // Judged again, the request is refused as any is that names an unknown account.
    await judgeRequest(deps, caller.projectId, body);
    throw new Error('An account is gone for its targets and there for its project.');
  }
  return recorded;
}

/** A key always returns its original, also after its account was revoked or the quota ran out. Replays never wait. */
async function replay(
  deps: CreatePostDeps,
  { caller, key, bodySha256 }: CreatePostCommand,
): Promise<CreatedPost | null> {
  const found = await findPostByKey(deps.db, caller.projectId, key);
  if (!found) return null;
  const targets = await findTargets(deps.db, caller.projectId, [found.post.id]);
  return {
    post: toPost(found.post, targets),
    status: 200,
    warnings: [],
    mismatch: !found.bodySha256.equals(bodySha256),
  };
}

export function stopping(): RequestError {
  return new RequestError({
    code: 'unavailable',
    message: 'The service is stopping. Send the request again.',
    headers: { 'Retry-After': '5' },
  });
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
