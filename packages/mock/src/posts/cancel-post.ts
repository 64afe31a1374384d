import type { MockState } from '../mock-state.ts';
import { RequestRefusal } from '../request-refusal.ts';
import type { StoredPost } from '../world.ts';
import { settleFailed } from './publish-target.ts';
import { targetError } from './target-error.ts';

/** Cancels a scheduled post that still waits; again and again, with the same outcome. Throws `not_cancellable` once a target has been taken up. */
export function cancelPost({ world, clock }: Pick<MockState, 'world' | 'clock'>, post: StoredPost): void {
  if (post.cancelledAtMs !== null) return;
  const isWaiting =
    post.publishAtMs !== null && post.targets.every(({ status, isStarted }) => status === 'pending' && !isStarted);
  if (!isWaiting) {
    throw new RequestRefusal({
      code: 'not_cancellable',
      message: 'The post is no longer waiting: it was published at once, is being published, or has settled.',
    });
  }
  post.cancelledAtMs = clock.now();
  for (const target of post.targets) settleFailed({ world }, post, target, targetError('cancelled'));
}
