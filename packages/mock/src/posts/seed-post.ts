import { type MediaItem, MediaItemSchema, TARGET_ERROR_CODES } from '@fanfare/contract';
import { COMMENT_UNITS, quotaPeriodOf, targetCost, toCommentError, toDraft, unitsOf } from '@fanfare/rules';
import { anything, checkEach, checkText, checkTime, named } from '../check-argument.ts';
import type { MockState } from '../mock-state.ts';
import { sentTo } from '../network-answers.ts';
import { rulesOf } from '../network-rules.ts';
import type { SeedPost, SeedTarget } from '../seed-types.ts';
import { counterOf, type Project, type StoredPost, type StoredTarget } from '../world.ts';
import { newTarget } from './new-target.ts';
import { runPost } from './run-post.ts';
import { targetError } from './target-error.ts';

export const TARGET = {
  account: checkText,
  status: named(['published', 'failed']),
  error: named(TARGET_ERROR_CODES),
  firstComment: checkText,
  commentError: named(TARGET_ERROR_CODES),
};

export const POST = {
  content: checkText,
  mediaItems: checkEach((what, item: MediaItem) => {
    if (!MediaItemSchema.safeParse(item).success)
      throw new RangeError(`${what} is not an image or video as requests have it.`);
  }),
  idempotencyKey: checkText,
  createdAt: checkTime,
  publishAt: checkTime,
  targets: anything,
};

/** Stores a post as the seed describes it: settled, or waiting for its time. */
export function seedPost(state: MockState, project: Project, seed: SeedPost): StoredPost {
  const { world, ids, clock, timeline } = state;
  const { content = '', mediaItems = [], targets } = seed;
  const createdAtMs = seed.createdAt === undefined ? clock.now() : Date.parse(seed.createdAt);
  const publishAtMs = seed.publishAt === undefined ? null : Date.parse(seed.publishAt);
  const id = ids.typeId('post');
  // Every post has a key: its events name it.
  const { idempotencyKey = `seeded ${id}` } = seed;
  const post: StoredPost = {
    id,
    projectId: project.id,
    position: world.posts.size,
    idempotencyKey,
    request: '',
    content,
    media: mediaItems,
    createdAtMs,
    publishAtMs,
    cancelledAtMs: null,
    targets: targets.map((target) => seedTarget(state, project, { content, mediaItems }, target)),
  };
  world.posts.set(post.id, post);
  world.postsByKey.set(`${project.id} ${idempotencyKey}`, post);
  if (publishAtMs !== null && publishAtMs > clock.now()) {
    const period = counterOf(project, quotaPeriodOf(new Date(publishAtMs)).start);
    for (const { cost } of post.targets) period.reserved += unitsOf(cost);
    timeline.at(publishAtMs, () => void runPost(state, post));
    return post;
  }
  for (const [at, target] of targets.entries()) {
    settleSeeded(state, post.targets[at]!, target, publishAtMs ?? createdAtMs);
  }
  return post;
}

function seedTarget(
  { world, ids }: MockState,
  project: Project,
  post: Parameters<typeof toDraft>[0],
  { account: name, firstComment }: SeedTarget,
): StoredTarget {
  const account = [...world.accounts.values()].find(
    ({ id, projectId, platform, username }) =>
      projectId === project.id && (id === name || `${platform}:${username}` === name),
  );
  if (!account) throw new RangeError(`There is no account ${name} in this project.`);
  const request = {
    platform: account.platform,
    accountId: account.id,
    ...(firstComment !== undefined && { firstComment }),
  };
  const draft = toDraft(post, request);
  return newTarget(ids.typeId('tgt'), {
    request,
    draft,
    cost: targetCost(draft, rulesOf(account.platform)!),
    followUps: [],
  });
}

/** A target of the past changes no usage. */
function settleSeeded({ world, ids }: MockState, target: StoredTarget, seed: SeedTarget, atMs: number): void {
  target.isStarted = true;
  if (seed.error !== undefined || seed.status === 'failed') {
    target.status = 'failed';
    target.errorDetail = targetError(seed.error ?? 'content_rejected');
    return;
  }
  target.status = 'published';
  target.publishedAtMs = atMs;
  Object.assign(target, sentTo(world.accounts.get(target.accountId)!, ids, target.draft));
  if (target.cost.comment < COMMENT_UNITS) return;
  target.commentStatus = seed.commentError === undefined ? 'published' : 'failed';
  if (seed.commentError === undefined) target.commentId = ids.digits(17);
  else target.commentError = toCommentError(targetError(seed.commentError));
}
