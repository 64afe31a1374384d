import { writeTargetEnd } from '../events/target-ended.ts';
import type { MockState } from '../mock-state.ts';
import type { StoredPost } from '../world.ts';
import { publishTarget } from './publish-target.ts';

type Deps = Parameters<typeof publishTarget>[0] & Pick<MockState, 'events'>;

/** Publishes to every waiting target; ends once all have settled by the mock's time. */
export async function runPost(deps: Deps, post: StoredPost): Promise<void> {
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
