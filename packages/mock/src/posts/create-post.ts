import type { CreatePostBody } from '@fanfare/contract';
import {
  type CreatedPost,
  type Decision,
  type JudgedPost,
  type Judgement,
  judgePost,
  type PostRequest,
  requireValid,
} from '@fanfare/rules';
import { postFacts } from '../events/event-facts.ts';
import { allRulesOf } from '../media/file-rules.ts';
import { hostedFilesOf } from '../media/hosted-files.ts';
import type { MockState } from '../mock-state.ts';
import { reserveUnits } from '../usage.ts';
import { accountsOf, type Project, type StoredPost } from '../world.ts';
import { newTarget } from './new-target.ts';
import { runPost } from './run-post.ts';
import { toPost } from './to-post.ts';

export type CreatePostCommand = {
  readonly project: Project;
  readonly key: string;
  /** The request without its key, as canonical JSON. */
  readonly request: string;
  readonly body: CreatePostBody;
  /** Throws when the API key publishes too fast. */
  readonly countPublish: () => void;
};

/**
 * One `POST /posts` in order: replay, accounts, platforms, content, quota. Refusals leave nothing.
 */
export async function createPost(
  state: MockState,
  command: CreatePostCommand,
): Promise<Decision<{ readonly created: CreatedPost }>> {
  const { project, body } = command;
  const slot = `${project.id} ${command.key}`;
  const original = state.world.postsByKey.get(slot);
  if (original) {
    const isMismatch = original.request !== command.request;
    return { ok: true, created: { state: 'replayed', post: toPost(original), isMismatch } };
  }
  const judged = requireValid(judgeRequest(state, project, body));
  if (!judged.ok) return judged;
  const { units, warnings } = judged.post;
  command.countPublish();

  const publishAtMs = body.publishAt === undefined ? null : Date.parse(body.publishAt);
  const tooMuch = reserveUnits(state, project, { atMs: publishAtMs ?? state.clock.now(), units, what: 'post' });
  if (tooMuch) return tooMuch;
  const post = recordPost(state, command, judged.post, publishAtMs);
  state.world.postsByKey.set(slot, post);
  if (publishAtMs !== null) {
    state.events.write(project.id, { type: 'post.scheduled', post: postFacts(state.world, post) });
    state.timeline.at(publishAtMs, () => void runPost(state, post));
    return { ok: true, created: { state: 'scheduled', post: toPost(post), warnings } };
  }
  await state.traffic.park(runPost(state, post));
  return { ok: true, created: { state: 'published', post: toPost(post), warnings } };
}

/** Judges a post by the accounts of its project. */
export function judgeRequest(
  state: Pick<MockState, 'world' | 'clock' | 'baseUrl' | 'isHostAllowed'>,
  project: Project,
  body: PostRequest,
  hosted = hostedFilesOf(state, project),
): Judgement {
  const ids = body.platforms.map(({ accountId }) => accountId);
  const accounts = accountsOf(state.world, project, ids);
  const { clock, isHostAllowed } = state;
  return judgePost({ accounts, rulesOf: allRulesOf, isHostAllowed, hosted, now: new Date(clock.now()) }, body);
}

function recordPost(
  { world, clock, ids }: MockState,
  { project, key, request, body }: CreatePostCommand,
  judged: JudgedPost,
  publishAtMs: number | null,
): StoredPost {
  const post: StoredPost = {
    id: ids.typeId('post'),
    projectId: project.id,
    position: world.posts.size,
    idempotencyKey: key,
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
