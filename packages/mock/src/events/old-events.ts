import { LIMITS } from '@fanfare/contract';
import type { MockState } from '../mock-state.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes events that are no longer kept, with their deliveries. */
export function forgetOldEvents({ events, clock }: Pick<MockState, 'events' | 'clock'>): void {
  const oldestMs = clock.now() - LIMITS.eventDays.value * DAY_MS;
  events.forget(({ atMs }) => atMs < oldestMs);
}
