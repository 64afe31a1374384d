import type { DayLimit } from './settings.ts';
import type { World } from './world.ts';

const DAY_MS = 86_400_000;

/**
 * Counts a call and returns the limit it exceeds, if any. Days are UTC days: LinkedIn's quotas
 * reset at midnight UTC (Microsoft Learn, LinkedIn API rate limiting, checked 2026-11). A refused
 * call is not counted.
 */
export function countCall(
  world: World,
  call: { readonly clientId: string; readonly memberId: string; readonly resource: string; readonly method: string },
): DayLimit | null {
  const day = Math.floor(world.context.clock.now() / DAY_MS);
  const names = [call.resource, `${call.resource}.${call.method}`];
  for (const name of names) {
    const limit = world.settings.dayLimits.get(name);
    if (limit && (world.callCounts.get(keyOf(day, limit.scope, name, call)) ?? 0) >= limit.limit) return limit;
  }
  for (const name of names) {
    for (const scope of ['APPLICATION', 'MEMBER', 'APPLICATION_AND_MEMBER'] as const) {
      const key = keyOf(day, scope, name, call);
      world.callCounts.set(key, (world.callCounts.get(key) ?? 0) + 1);
    }
  }
  return null;
}

function keyOf(
  day: number,
  scope: DayLimit['scope'],
  name: string,
  { clientId, memberId }: { readonly clientId: string; readonly memberId: string },
): string {
  return [day, name, scope === 'MEMBER' ? '*' : clientId, scope === 'APPLICATION' ? '*' : memberId].join('|');
}
