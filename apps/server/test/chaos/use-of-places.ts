import type { Pass } from './pass.ts';

/** The checkpoints that `useOfPlaces` needs: claimed, ready to be sent, answered. */
export const POINTS_OF_A_PLACE = ['C0', 'C5', 'C7'] as const;

export type UseOfPlaces = {
  /**
   * Share of the time in which targets were still to be claimed during which the places of all
   * accounts were in use. 1 is a perfect schedule.
   */
  readonly share: number;
  /** Time for which a write used its place, on average. */
  readonly writeMs: number;
};

/**
 * Measures how well a server used the places of its accounts, `places` each, from the first target
 * that was ready to be sent until the last was claimed. A target wants a place from C5 to C7, and a
 * place that is wanted is in use at once. So this depends on what was claimed when, and not on the
 * speed of the machine.
 */
export function useOfPlaces(
  passes: readonly Pass[],
  accountOf: (targetId: string) => string,
  places: number,
): UseOfPlaces {
  const from = passes.find(({ point }) => point === 'C5')!.atMs;
  const to = passes.findLast(({ point }) => point === 'C0')!.atMs;
  const accounts = new Map<string, { wanted: number; sinceMs: number; usedMs: number }>();
  let answered = 0;
  for (const { point, targetId, atMs } of passes) {
    if (atMs > to) break;
    if (point === 'C0') continue;
    const id = accountOf(targetId);
    const account = accounts.get(id) ?? { wanted: 0, sinceMs: from, usedMs: 0 };
    accounts.set(id, account);
    account.usedMs += Math.min(account.wanted, places) * (atMs - account.sinceMs);
    account.sinceMs = atMs;
    account.wanted += point === 'C5' ? 1 : -1;
    if (point === 'C7') answered++;
  }
  let usedMs = 0;
  for (const account of accounts.values())
    usedMs += account.usedMs + Math.min(account.wanted, places) * (to - account.sinceMs);
  return { share: usedMs / (accounts.size * places * (to - from)), writeMs: usedMs / answered };
}
