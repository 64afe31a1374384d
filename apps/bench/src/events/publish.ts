import { setTimeout as sleep } from 'node:timers/promises';
import type { Project } from '../running-fanfare.ts';

/** `target.published` and `post.published`: each post is immediate and has one target. */
export const EVENTS_PER_POST = 2;

/** Where a post goes. */
export type Target = {
  readonly project: Project;
  readonly accountId: string;
  /** The endpoint that gets its events. */
  readonly endpoint: number;
};

async function publish({ project, accountId }: Target): Promise<void> {
  const key = crypto.randomUUID();
  const { status, body } = await project.call('POST', '/posts', {
    idempotencyKey: key,
    content: `Post ${key}`,
    platforms: [{ platform: 'x', accountId }],
  });
  const { post } = body as { post?: { status: string } };
  if (status !== 201 || post?.status !== 'published')
    throw new Error(`publishing failed: ${status} ${JSON.stringify(body)}`);
}

/** Publishes posts at an even rate, however long each takes. */
export async function publishAtRate(
  targets: readonly Target[],
  { posts, perSecond }: { readonly posts: number; readonly perSecond: number },
): Promise<void> {
  const startedAt = performance.now();
  const publishing: Promise<void>[] = [];
  for (let n = 0; n < posts; n++) {
    await sleep(Math.max(0, startedAt + (n * 1_000) / perSecond - performance.now()));
    publishing.push(publish(targets[n % targets.length]!));
  }
  await Promise.all(publishing);
}

/** Publishes posts, so many at a time. */
export async function publishInParallel(
  targets: readonly Target[],
  { posts, atOnce }: { readonly posts: number; readonly atOnce: number },
): Promise<void> {
  let next = 0;
  const walk = async (): Promise<void> => {
    while (next < posts) await publish(targets[next++ % targets.length]!);
  };
  await Promise.all(Array.from({ length: atOnce }, walk));
}
