import { settledPostEvent, targetEvents } from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';
import type { StoredPost, StoredTarget } from '../world.ts';
import { postFacts } from './event-facts.ts';

/** Writes the events of a target that has ended, and the event of its post once all have. */
export function writeTargetEnd(
  { world, events }: Pick<MockState, 'world' | 'events'>,
  post: StoredPost,
  target: StoredTarget,
): void {
  // A target whose account was removed meanwhile no longer exists.
  if (!post.targets.includes(target)) return;
  const facts = postFacts(world, post);
  const own = facts.targets.find(({ id }) => id === target.id)!;
  for (const type of targetEvents(own)) events.write(post.projectId, { type, post: facts, targetId: target.id });
  const settled = settledPostEvent(facts);
  if (settled) events.write(post.projectId, { type: settled, post: facts }, `settled:${post.id}`);
}
