import type { CreatePostBody, Warning } from '@fanfare/contract';
import { initialCommentStatus, type JudgedPost, type JudgedTarget, summarise } from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';
import { isNetwork, rulesOf } from '../network-rules.ts';
import { RequestRefusal } from '../request-refusal.ts';
import { reserveUnits } from '../usage.ts';
import type { Project, StoredPost, StoredTarget } from '../world.ts';
import { judgeRequest } from './judge-request.ts';
import { runPost } from './run-post.ts';

export type CreatedPost = {
  readonly post: StoredPost;
  readonly status: 200 | 201 | 202;
  readonly warnings: readonly Warning[];
  /** True when a used key came with another body. */
  readonly isMismatch: boolean;
};

export type CreatePostCommand = {
  readonly project: Project;
  readonly key: string;
  /** The request without its key, as canonical JSON. */
  readonly request: string;
  readonly body: CreatePostBody;
  /** Throws when the API key publishes too fast. */
  readonly countPublish: () => void;
};

/** One `POST /posts` in the spec's order: replay, accounts, platforms, content, quota; whatever refuses leaves nothing behind and the key free. */
export async function createPost(state: MockState, command: CreatePostCommand): Promise<CreatedPost> {
  const { project, body } = command;
  const slot = keySlot(project, command.key);
  const original = state.world.postsByKey.get(slot);
  if (original) {
    const isMismatch = original.request !== command.request;
    return { post: original, status: 200, warnings: [], isMismatch };
  }
  const judged = judgeRequest(state, project, body);
  const { violations, warnings } = judged;
  if (violations.length > 0)
    throw new RequestRefusal({ code: 'invalid_post', message: summarise(violations), details: violations });
  command.countPublish();

  const publishAtMs = body.publishAt === undefined ? null : Date.parse(body.publishAt);
  reserveUnits(project, publishAtMs ?? state.clock.now(), judged.units, 'post');
  const post = recordPost(state, command, judged, publishAtMs);
  state.world.postsByKey.set(slot, post);
  if (publishAtMs !== null) {
    state.timeline.at(publishAtMs, () => void runPost(state, post));
    return { post, status: 202, warnings, isMismatch: false };
  }
  await state.traffic.park(runPost(state, post));
  return { post, status: 201, warnings, isMismatch: false };
}

const keySlot = (project: Project, key: string): string => `${project.id} ${key}`;

function recordPost(
  { world, clock, ids }: MockState,
  { project, request, body }: CreatePostCommand,
  judged: JudgedPost,
  publishAtMs: number | null,
): StoredPost {
  const post: StoredPost = {
    id: ids.typeId('post'),
    projectId: project.id,
    position: world.posts.size,
    request,
    content: body.content,
    media: body.mediaItems,
    createdAtMs: clock.now(),
    publishAtMs,
    cancelledAtMs: null,
    targets: judged.targets.map((target) => newTarget(ids.typeId('tgt'), target)),
  };
  world.posts.set(post.id, post);
  return post;
}

/** A target that nobody has taken up yet. */
export function newTarget(id: string, { request, draft, cost }: Omit<JudgedTarget, 'linkCard'>): StoredTarget {
  const { platform, accountId } = request;
  if (!isNetwork(platform)) throw new Error(`There is no network ${platform}.`);
  const hasComments = rulesOf(platform)?.limits.supports.firstComment ?? false;
  return {
    id,
    accountId,
    platform,
    draft,
    cost,
    status: 'pending',
    isStarted: false,
    platformPostId: null,
    url: null,
    errorDetail: null,
    publishedAtMs: null,
    commentStatus: initialCommentStatus(draft.firstComment !== null, hasComments),
    commentId: null,
    commentError: null,
    warnings: [],
  };
}
