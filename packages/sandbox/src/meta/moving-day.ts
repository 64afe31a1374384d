import type { SandboxClock } from '../simulator.ts';

/** Counts actions in the last 24 hours: Meta's quotas are moving windows. */
export type MovingDay = {
  record(key: string): void;
  used(key: string, sinceMs?: number): number;
  clear(): void;
};

export const DAY_MS = 86_400_000;

export function createMovingDay(deps: { readonly clock: SandboxClock }): MovingDay {
  const times = new Map<string, number[]>();
  return {
    record(key) {
      const list = times.get(key) ?? [];
      list.push(deps.clock.now());
      times.set(key, list);
    },
    used(key, sinceMs = deps.clock.now() - DAY_MS) {
      return (times.get(key) ?? []).filter((at) => at > sinceMs).length;
    },
    clear: () => times.clear(),
  };
}
