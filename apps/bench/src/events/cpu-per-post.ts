import type { EventMode, EventService } from './event-service.ts';
import { EVENTS_PER_POST, publishInParallel, type Target } from './publish.ts';

const AT_ONCE = 16;

/** CPU time of one post, in microseconds. */
export type CpuPerPost = { readonly server: number; readonly postgres: number };

export const totalOf = ({ server, postgres }: CpuPerPost): number => server + postgres;

/** Publishes posts, waits for their events, and returns what a post cost. */
export async function cpuPerPost(
  service: EventService,
  { mode, targets, posts }: { readonly mode: EventMode; readonly targets: readonly Target[]; readonly posts: number },
): Promise<CpuPerPost> {
  const written = await service.countEvents();
  await service.switchTo(mode);
  const before = await service.cpu();
  await publishInParallel(targets, { posts, atOnce: AT_ONCE });
  if (mode === 'relayed') await service.settled();
  const after = await service.cpu();
  // What waits is relayed now, so that every round finds the same.
  await service.switchTo('relayed');
  await service.settled();
  const events = (await service.countEvents()) - written;
  const expected = mode === 'off' ? 0 : posts * EVENTS_PER_POST;
  if (events !== expected) throw new Error(`${posts} posts had ${events} events instead of ${expected}.`);
  return { server: (after.server - before.server) / posts, postgres: (after.postgres - before.postgres) / posts };
}
