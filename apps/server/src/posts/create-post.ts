import {
  type CreatedPost,
  type Decision,
  type FollowUp,
  initialCommentStatus,
  type JudgedPost,
  type JudgedTarget,
  planOf,
  quotaPeriodOf,
  type Refusal,
  refuse,
  requireValid,
  takesComment,
  targetStatus,
} from '@fanfare/rules';
import { STOPPING } from '../http/stopping.ts';
import type { FindHosted, NamedFiles } from '../media/find-hosted.ts';
import { fromPublicId, type Ids } from '../process/ids.ts';
import type { KeyedSemaphore } from '../process/semaphore.ts';
import type { Bulkheads } from '../publishing/bulkheads.ts';
import { deadlineMs } from '../publishing/deadline.ts';
import type { ClaimedTarget } from '../publishing/publish-post.ts';
import type { TargetRow } from '../publishing/targets.table.ts';
import { type JudgeDeps, type JudgedAccount, type JudgedRequest, judgeRequest } from './judge-request.ts';
import { type LookUpDeps, lookUp, type NamingRequest } from './look-up.ts';
import { KEY_AT_WORK, TOO_MANY_PUBLISHES } from './no-capacity.ts';
import { quotaExceeded } from './quota-exceeded.ts';
import type { NewFollowUp, NewPost, NewTarget, RecordOutcome } from './record-posts.table.ts';
import type { RecordPost } from './record-together.ts';
import { toPost } from './to-post.ts';

export type CreatePostDeps = JudgeDeps &
  LookUpDeps & {
    readonly ids: Ids;
    readonly bulkheads: Bulkheads;
    /** Admits requests of one idempotency key one by one: later ones find the first post. */
    readonly keyMutex: KeyedSemaphore;
    /** Wait of a request behind others with its key. */
    readonly keyWaitMs: number;
    /** The name of this process on its leases. */
    readonly instance: string;
    readonly leaseSeconds: number;
    readonly recordPost: RecordPost;
    readonly findHosted: FindHosted;
    readonly publishPost: (claimed: readonly ClaimedTarget[]) => Promise<TargetRow[]>;
    /** Wakes this process after this time, when a post falls due. */
    readonly wakeIn: (ms: number) => void;
    /** Aborted once a stop has begun. */
    readonly stopping: AbortSignal;
  };

export type CreatePostCommand = NamingRequest & {
  /** Counts the request against its key's limit of publishes. Returns a refusal above it. */
  readonly countPublish: () => Promise<Refusal | null>;
};

/**
 * Handles `POST /posts`. Checks in this order: replay, time, accounts, platforms, content,
 * publishes a minute, capacity, quota. A refusal records nothing and leaves the key unused. A
 * recorded post settles even when the caller disconnects.
 */
export async function createPost(
  deps: CreatePostDeps,
  command: CreatePostCommand,
): Promise<Decision<{ readonly created: CreatedPost }>> {
  // Between processes the unique key in the database decides.
  const admitted = await deps.keyMutex.run(`${command.caller.projectId} ${command.key}`, () => admit(deps, command), {
    afterMs: deps.keyWaitMs,
  });
  if (!admitted) return KEY_AT_WORK;
  if (!admitted.ok || 'created' in admitted) return admitted;
  const { recorded, judged, capacity } = admitted;
  try {
    const claimed = recorded.targets.map((target, i) => ({ target, draft: judged.targets[i]!.draft }));
    const settled = await deps.publishPost(claimed);
    // The post is recorded. Another process continues it, and its key finds it.
    if (deps.stopping.aborted && settled.some((row) => targetStatus(row) === 'pending')) return STOPPING;
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
  /** A replay, or a scheduled post. */
  | { readonly created: CreatedPost }
  /** To be run now. Leave `capacity` once every target has settled. */
  | { readonly recorded: Recorded; readonly judged: JudgedPost; readonly capacity: { leave(): void } }
>;

async function admit(deps: CreatePostDeps, command: CreatePostCommand): Promise<Admitted> {
  const known = await lookUp(deps, command);
  if (known.original) return created(known.original);
  const admitted = await judgeAndRecord(deps, command, known.accounts);
  if (admitted !== 'not_recorded') return admitted;

  // Another process recorded a post with this key, or an account or a file was removed.
  const now = await lookUp(deps, command);
  if (now.original) return created(now.original);
  const judged = judge(deps, command, now.accounts, await deps.findHosted(command.caller.projectId, command.body));
  if (!judged.ok) return judged;
  throw new Error('A post was not recorded, though its key is unused and its accounts and files are there.');
}

const judge = (
  deps: CreatePostDeps,
  { body }: CreatePostCommand,
  accounts: ReadonlyMap<string, JudgedAccount>,
  hosted: NamedFiles,
): Decision<JudgedRequest> => requireValid(judgeRequest(deps, accounts, hosted, body));

async function judgeAndRecord(
  deps: CreatePostDeps,
  command: CreatePostCommand,
  accounts: ReadonlyMap<string, JudgedAccount>,
): Promise<Admitted | 'not_recorded'> {
  const named = await deps.findHosted(command.caller.projectId, command.body);
  const predicted = judge(deps, command, accounts, named);
  if (!predicted.ok) return predicted;
  const tooFast = await command.countPublish();
  if (tooFast) return refuse(tooFast);
  const conversions = predicted.post.targets.flatMap((target) => target.conversions);
  const hosted = conversions.length === 0 ? named : await named.convert(conversions);
  // Networks get the converted files, which are judged before anything is recorded.
  const judged = conversions.length === 0 ? predicted : judge(deps, command, accounts, hosted);
  if (!judged.ok) return judged;
  const id = deps.ids.uuid();
  if (!(await hosted.keepFor(id))) return 'not_recorded';
  const accepted = { ...judged, id };
  const { publishAt } = command.body;
  return publishAt === undefined
    ? recordNow(deps, command, accepted)
    : schedule(deps, command, accepted, new Date(publishAt));
}

/** A judged request with the id of its post, which keeps the files it uses. */
type Accepted = JudgedRequest & { readonly id: string };

/** Records a post that this process runs at once, if it has capacity. */
async function recordNow(
  deps: CreatePostDeps,
  command: CreatePostCommand,
  accepted: Accepted,
): Promise<Admitted | 'not_recorded'> {
  const { post: judged, hubs } = accepted;
  // Checked without an await before the capacity is reserved: a stop waits for reserved capacity.
  if (deps.stopping.aborted) return STOPPING;
  const capacity = deps.bulkheads.enter(command.caller.projectId, judged.targets.length, hubs);
  if (!capacity) return TOO_MANY_PUBLISHES;
  let isRunning = false;
  try {
    const { instance, leaseSeconds } = deps;
    const outcome = await record(deps, command, accepted, deps.now(), { leaseOwner: instance, leaseSeconds });
    if (outcome === 'not_recorded' || !outcome.ok) return outcome;
    isRunning = true;
    return { ...outcome, judged, capacity };
  } finally {
    if (!isRunning) capacity.leave();
  }
}

/** Records a scheduled post. Its rows are the schedule. */
async function schedule(
  deps: CreatePostDeps,
  command: CreatePostCommand,
  accepted: Accepted,
  publishAt: Date,
): Promise<Admitted | 'not_recorded'> {
  if (deps.stopping.aborted) return STOPPING;
  const outcome = await record(deps, command, accepted, publishAt, { publishAt });
  if (outcome === 'not_recorded' || !outcome.ok) return outcome;
  const { recorded } = outcome;
  // By the database's clock, which decides when the post is due.
  deps.wakeIn(publishAt.getTime() - recorded.post.createdAt.getTime());
  return created({ state: 'scheduled', post: toPost(recorded), warnings: accepted.post.warnings });
}

async function record(
  deps: CreatePostDeps,
  command: CreatePostCommand,
  { id, post: judged }: Accepted,
  countedAt: Date,
  start: NewPost['start'],
): Promise<Decision<{ readonly recorded: Recorded }> | 'not_recorded'> {
  const { caller, key, body } = command;
  const { projectId } = caller;
  const plan = planOf(caller.plan);
  const period = quotaPeriodOf(countedAt);
  const recorded = await deps.recordPost({
    projectId,
    id,
    idempotencyKey: key,
    bodySha256: command.bodySha256,
    content: body.content,
    media: body.mediaItems,
    targets: judged.targets.map((target) => toNewTarget(deps, target)),
    quota: { periodStart: period.start, allowance: plan.includedUnits, overage: plan.overage },
    start,
  });
  if (recorded.state === 'not_recorded') return recorded.state;
  if (recorded.state === 'quota_exceeded')
    return quotaExceeded(deps, { what: 'post', caller, units: judged.units, period });
  return { ok: true, recorded };
}

function toNewTarget(deps: CreatePostDeps, { request, draft, cost, followUps }: JudgedTarget): NewTarget {
  const isTaken = takesComment(draft, deps.networks.rulesOf(request.platform)!);
  const isChain = draft.options?.thread !== undefined;
  return {
    id: deps.ids.uuid(),
    accountId: fromPublicId('acc', request.accountId)!,
    platform: request.platform,
    content: isChain ? draft.content : (request.content ?? null),
    media: isChain ? draft.media : (request.mediaItems ?? null),
    firstComment: draft.firstComment,
    aiGenerated: draft.aiGenerated,
    spaceSlug: draft.spaceSlug,
    options: draft.options ?? null,
    commentStatus: initialCommentStatus(draft.firstComment !== null, isTaken),
    publishUnits: cost.publish,
    commentUnits: cost.comment,
    budgetSeconds: deadlineMs(draft) / 1000,
    followUps: followUps.map((one, i) =>
      toNewFollowUp(deps, one, { units: cost.followUps[i]!, next: followUps[i + 1] }),
    ),
  };
}

function toNewFollowUp(
  { ids }: CreatePostDeps,
  { kind, index, draft, afterSeconds }: FollowUp,
  { units, next }: { readonly units: number; readonly next: FollowUp | undefined },
): NewFollowUp {
  const { content, media } = draft;
  const hasFollowUps = kind === 'thread' && next?.kind === 'thread';
  const budgetSeconds = deadlineMs(draft) / 1000;
  return { id: ids.uuid(), kind, index, content, media, afterSeconds, units, hasFollowUps, budgetSeconds };
}
