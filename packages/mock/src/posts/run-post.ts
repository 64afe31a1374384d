import { writeTargetEnd } from '../events/target-ended.ts';
import type { StoredPost } from '../world.ts';
import { type PublishTargetDeps, publishTarget } from './publish-target.ts';

/** Publishes to every waiting target; ends once all have settled by the mock's time. */
export async function runPost(deps: PublishTargetDeps, post: StoredPost): Promise<void> {
  const waiting = post.targets.filter((target) => target.status === 'pending' && !target.isStarted);
  await Promise.all(
    waiting.map(
      (target) =>
        new Promise<void>((settled) =>
          publishTarget(deps, post, target, () => {
            writeTargetEnd(deps, post, target);
            settled();
          }),
        ),
    ),
  );
  post.settledAtMs = deps.clock.now();
}
