import { type Fanfare, FanfareApiError, failedTargets, type Post } from '@fanfare/sdk';
import type { Job } from 'pg-boss';
import type { Announcement } from './queue.ts';

/** The stored result of a finished job. */
export type Outcome =
  | { readonly refused: string }
  | {
      readonly postId: string;
      /** Whether an earlier attempt at this job had published it. */
      readonly replayed: boolean;
      readonly published: readonly string[];
      /** `x rate_limited`: for the operator of the app. */
      readonly failed: readonly string[];
    };

/**
 * Publishes the content of a job. It may be killed at any line and started over, or run by two
 * workers at once: the key comes from the job, so every attempt means the same post. When it
 * throws, the queue retries later.
 */
export async function publishAnnouncement(fanfare: Fanfare, job: Job<Announcement>): Promise<Outcome> {
  const request = { ...job.data, idempotencyKey: `announcement-${job.id}` };
  // Aborted when the queue has given the job to another worker. Fanfare finishes what it has begun.
  const { signal } = job;
  try {
    // An earlier attempt's post may still be in flight: this waits until it has settled.
    const { post, replayed } = await fanfare.posts.createAndWait(request, { signal });
    // One retry of temporary failures, with a key made from the post, so that it too is the same
    // whoever sends it.
    const again = failedTargets(request, post, { retryableOnly: true });
    const retried = again ? (await fanfare.posts.createAndWait(again, { signal })).post : null;
    const retriedAccounts = new Set(retried?.targets.map(({ accountId }) => accountId));
    const targets = [
      ...post.targets.filter(({ accountId }) => !retriedAccounts.has(accountId)),
      ...(retried?.targets ?? []),
    ];
    return { postId: post.id, replayed, published: publishedOf(targets), failed: failedOf(targets) };
  } catch (error) {
    // The post or its accounts are wrong, which no retry fixes. Everything else may pass: a lost
    // connection, a quota, a key that is being replaced.
    const isHopeless = error instanceof FanfareApiError && (error.status === 400 || error.code === 'account_not_found');
    if (isHopeless) return { refused: error.message };
    throw error;
  }
}

const publishedOf = (targets: Post['targets']): string[] =>
  targets.filter(({ status }) => status === 'published').map(({ platform }) => platform);

const failedOf = (targets: Post['targets']): string[] =>
  targets.flatMap((target) => (target.status === 'failed' ? [`${target.platform} ${target.errorDetail.code}`] : []));
