import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet } from './fleet.ts';
import type { createRandom } from './random.ts';

/**
 * Kills servers at random, up to a number of kills, until it is stopped. One stays up to accept
 * posts.
 */
export function killAtRandom(
  fleet: Fleet,
  random: ReturnType<typeof createRandom>,
  { kills, pauseMs }: { readonly kills: number; readonly pauseMs: number },
): { stop(): Promise<void> } {
  let isOver = false;
  const killing = (async () => {
    while (!isOver) {
      await sleep(random.whole(100, pauseMs));
      const up = fleet.slots.filter((slot) => slot.isUp());
      if (up.length > 1 && fleet.counts.kills < kills) fleet.kill(random.pick(up).index);
    }
  })();
  return {
    stop: () => {
      isOver = true;
      return killing;
    },
  };
}
