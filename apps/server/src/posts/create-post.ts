import type { CreatePostBody, Post, Warning } from '@fanfare/contract';
import {
  fitsQuota,
  initialCommentStatus,
  type JudgedTarget,
  judgePost,
  type Laws,
  quotaPeriodOf,
  summarise,
} from '@fanfare/rules';
import { findAccounts } from '../accounts/accounts.table.ts';
import type { DatabasePool } from '../db/database.ts';
import { RequestError } from '../http/request-error.ts';
import { fromPublicId, type Ids, toPublicId } from '../ids.ts';
import type { Networks } from '../networks.ts';
import type { Caller } from '../projects/api-keys.table.ts';
import { planOf } from '../usage/plans.ts';
import { findQuotaCounter } from '../usage/quota.table.ts';
import { bucketOf } from './bucket.ts';
import type { Bulkheads } from './bulkheads.ts';
import { deadlineMs } from './deadline.ts';
import type { KeyTurns } from './key-turns.ts';
import { findPostByKey, type NewTarget, type PostRow, recordPost } from './posts.table.ts';
import type { ClaimedTarget } from './publish-post.ts';
import { findTargets, type TargetRow } from './targets.table.ts';
import { toPost } from './to-post.ts';

export type CreatePostDeps = {
  readonly db: DatabasePool;
  readonly ids: Ids;
  readonly networks: Networks;
  readonly isHostAllowed: Laws['isHostAllowed'];
  readonly bulkheads: Bulkheads;
  readonly keyTurns: KeyTurns;
  readonly now: () => Date;
  /** Name of this process on the leases it holds. */
  readonly instance: string;
  readonly leaseSeconds: number;
  readonly publishPost: (claimed: readonly ClaimedTarget[]) => Promise<TargetRow[]>;
  /** Counts a publish that is not a replay; throws when the key publishes too fast. */
  readonly countPublish: () => Promise<void>;
  readonly isStopping: () => boolean;
};

export type CreatedPost = {
  readonly post: Post;
  readonly replayed: boolean;
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
  const endTurn = await deps.keyTurns.take(command.caller.projectId, command.key);
  const admitted = await admit(deps, command).finally(endTurn);
  if (admitted.state === 'replayed') return admitted.original;
  const { post, claimed, warnings, room } = admitted;
  try {
    const settled = await deps.publishPost(claimed);
    return { post: toPost(post, settled), replayed: false, warnings, mismatch: false };
  } finally {
    room.leave();
  }
}

type Admitted =
  | { readonly state: 'replayed'; readonly original: CreatedPost }
  | {
      readonly state: 'recorded';
      readonly post: PostRow;
      readonly claimed: readonly ClaimedTarget[];
      readonly warnings: readonly Warning[];
      /** To be left once every target has settled. */
      readonly room: { leave(): void };
    };

async function admit(deps: CreatePostDeps, command: CreatePostCommand): Promise<Admitted> {
  const { caller, body } = command;
  const original = await replay(deps, command);
  if (original) return { state: 'replayed', original };

  refusePast(body.publishAt, deps.now());
  const accounts = await accountsOf(deps, caller.projectId, body);
  const judged = judgePost(
    { accounts, rulesOf: deps.networks.rulesOf, isHostAllowed: deps.isHostAllowed },
    toPostRequest(body),
  );
  if (!judged.ok)
    throw new RequestError(judged.refusal.code, judged.refusal.message, { details: [...judged.refusal.details] });
  const { violations, warnings, targets, units } = judged.post;
  if (violations.length > 0)
    throw new RequestError('invalid_post', summarise(violations), { details: [...violations] });
  refuseUnbuilt(body, targets);

  await deps.countPublish();
  // Right before room is taken, without a pause between: a stop waits for whatever has room.
  if (deps.isStopping())
    throw new RequestError('unavailable', 'The service is stopping. Send the request again.', {
      headers: { 'Retry-After': '5' },
    });
  const room = deps.bulkheads.enter(caller.projectId, targets.length);
  if (!room) {
    throw new RequestError('rate_limited', 'Too many publishes are in progress. Send the request again.', {
      headers: { 'Retry-After': '1' },
    });
  }
  try {
    const plan = planOf(caller.plan);
    const period = quotaPeriodOf(deps.now());
    const recorded = await recordPost(deps.db, {
      projectId: caller.projectId,
      id: deps.ids.uuid(),
      idempotencyKey: command.key,
      bodySha256: command.bodySha256,
      content: body.content,
      media: body.mediaItems,
      targets: targets.map((target) => toNewTarget(deps, target)),
      bucket: bucketOf(caller.projectId),
      quota: { periodStart: period.start, allowance: plan.includedUnits, overage: plan.overage, units },
      leaseOwner: deps.instance,
      leaseSeconds: deps.leaseSeconds,
    });
    if (recorded.state === 'recorded') {
      const claimed = recorded.targets.map((target, i) => ({ target, draft: targets[i]!.draft }));
      return { state: 'recorded', post: recorded.post, claimed, warnings, room };
    }
    if (recorded.state === 'quota_exceeded') throw await quotaExceeded(deps, caller, units);
    room.leave();
    return { state: 'replayed', original: (await replay(deps, command))! };
  } catch (error) {
    room.leave();
    throw error;
  }
}

/** A key always returns its original, also after its account was revoked or the quota ran out. */
async function replay(
  deps: CreatePostDeps,
  { caller, key, bodySha256 }: CreatePostCommand,
): Promise<CreatedPost | null> {
  const found = await findPostByKey(deps.db, caller.projectId, key);
  if (!found) return null;
  const post: PostRow = found.post;
  const targets = await findTargets(deps.db, caller.projectId, [post.id]);
  return { post: toPost(post, targets), replayed: true, warnings: [], mismatch: !found.bodySha256.equals(bodySha256) };
}

/** The accounts a request names, by the ids it uses. Malformed, unknown and foreign ids are alike: not in the map. */
export async function accountsOf(
  deps: Pick<CreatePostDeps, 'db'>,
  projectId: string,
  body: Pick<CreatePostBody, 'platforms'>,
): Promise<Laws['accounts']> {
  const uuids = body.platforms.flatMap(({ accountId }) => fromPublicId('acc', accountId) ?? []);
  const rows = await findAccounts(deps.db, projectId, [...new Set(uuids)]);
  return new Map(rows.map((row) => [toPublicId('acc', row.id), row]));
}

export function toPostRequest(body: Pick<CreatePostBody, 'content' | 'mediaItems' | 'platforms'>) {
  return { content: body.content, mediaItems: body.mediaItems, platforms: body.platforms };
}

const PAST_TOLERANCE_MS = 60_000;

export function refusePast(publishAt: string | undefined, now: Date): void {
  if (publishAt === undefined || Date.parse(publishAt) >= now.getTime() - PAST_TOLERANCE_MS) return;
  const message = `publishAt lies in the past (it is ${now.toISOString()} now). Give a time in the future, or leave it out to publish at once.`;
  throw new RequestError('invalid_request', message, { details: [{ path: 'publishAt', message }] });
}

/** Nothing in a post is ignored silently: what this version cannot do yet is refused. */
function refuseUnbuilt(body: CreatePostBody, targets: readonly JudgedTarget[]): void {
  if (body.publishAt !== undefined) {
    throw new RequestError(
      'not_implemented',
      'This server does not schedule posts yet. Leave publishAt out to publish at once.',
    );
  }
  if (targets.some((target) => target.cost.comment > 0)) {
    throw new RequestError('not_implemented', 'This server does not post first comments yet. Leave firstComment out.');
  }
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
    commentStatus: initialCommentStatus(draft.firstComment !== null, commentable),
    publishUnits: cost.publish,
    commentUnits: cost.comment,
    deadlineSeconds: deadlineMs(draft) / 1000,
  };
}

async function quotaExceeded(deps: CreatePostDeps, caller: Caller, units: number): Promise<RequestError> {
  const plan = planOf(caller.plan);
  const period = quotaPeriodOf(deps.now());
  const counter = await findQuotaCounter(deps.db, caller.projectId, period.start, plan);
  const resetsAt = period.end.toISOString();
  return new RequestError(
    'quota_exceeded',
    `This post needs ${units} units, and the plan "${plan.name}" has ${fitsQuota(counter, 1) ? 'too few' : 'none'} left until ${resetsAt}. Nothing was published.`,
    {
      details: [
        { limit: plan.includedUnits ?? 0, used: counter.used, reserved: counter.reserved, requested: units, resetsAt },
      ],
    },
  );
}
