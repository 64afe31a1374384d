import { setTimeout as sleep } from 'node:timers/promises';
import { derivePublishKey, hashFiles, hostFiles } from '@fanfare/publish-key';
import { type CreatePostRequest, FanfareError, type Post, type PostCreated } from '@fanfare/sdk';
import { type PostInput, readContent } from './post-input.ts';
import { describePost, postView } from './post-view.ts';
import type { Outcome, ToolDeps } from './tool.ts';

type Keyed = CreatePostRequest & { readonly idempotencyKey: string };

/** Makes the post of a call, or finds the one that the same call made before. */
export async function createPost(
  deps: ToolDeps,
  { idempotencyKey: given, ...input }: PostInput & { readonly idempotencyKey?: string },
): Promise<Outcome> {
  const { content } = await readContent(deps, input);
  const now = deps.now();
  const hashes = await hashFiles(content);
  const idempotencyKey = given ?? derivePublishKey(content, { now, hashes });
  const request = await hostFiles({ media: deps.fanfare.media, now }, content, hashes);
  return describeCreated(
    await send(deps, { ...request, idempotencyKey }),
    idempotencyKey,
    given === undefined ? 'today' : 'always',
  );
}

/**
 * Sends a request and waits for the networks, but not longer than a client waits for a tool: the
 * same key then returns the post as it is, and the first request goes on.
 */
export async function send({ fanfare, waitMs }: ToolDeps, request: Keyed): Promise<PostCreated> {
  const creating = fanfare.posts.create(request).withResponse();
  const late = new AbortController();
  const waited = sleep(waitMs, null, { signal: late.signal }).catch(() => null);
  const answer = await Promise.race([creating, waited]).finally(() => late.abort());
  if (answer === null) {
    // Its answer comes too late for this call; get_post has the result.
    creating.catch(() => undefined);
    return fanfare.posts.create(request);
  }
  const { data } = answer;
  const isUnderWay = data.post.status === 'publishing';
  if (!data.replayed || !isUnderWay) return data;
  // The call that made it still waits for the networks.
  const settled = fanfare.posts.waitUntilSettled(data.post.id, { timeoutMs: waitMs });
  return { ...data, post: await settled.catch(orWhenLate(data.post)) };
}

/** The post as it is known, when it is not settled in time or cannot be read now. */
const orWhenLate =
  (post: Post) =>
  (error: unknown): Post => {
    if (error instanceof FanfareError) return post;
    throw error;
  };

/** Says what became of a create request, whose key it has, and what was not used. */
export function describeCreated(
  { post, replayed, warnings }: PostCreated,
  idempotencyKey: string,
  holds: 'always' | 'today',
): Outcome {
  const isDead = post.status === 'failed' || post.status === 'cancelled';
  const another = 'To publish the same on purpose once more, give another idempotencyKey.';
  const sentences = [
    describePost(post),
    replayed && `This call was made before: ${post.id} is the post of the first call, and nothing was sent again.`,
    warnings.length > 0 && `Used otherwise than you gave it: ${warnings.map(({ message }) => message).join(' ')}`,
    `Key: ${idempotencyKey}. The same call again ${holds === 'today' ? 'today ' : ''}answers this post.`,
    replayed && holds === 'today' && another,
  ];
  return {
    summary: sentences.filter(Boolean).join(' '),
    data: { post: postView(post), replayed, idempotencyKey, ...(warnings.length > 0 && { warnings }) },
    isError: isDead,
  };
}
