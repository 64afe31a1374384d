import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as passed } from 'node:timers/promises';
import { inject } from 'vitest';
import type { Packed } from './install-packed.ts';
import type { Outcome } from './packed.global.ts';

/** The packages, packed and installed; waits until they are. Throws when they could not be. */
export async function packed(): Promise<Packed> {
  const file = inject('packedOutcome');
  while (!existsSync(file)) await passed(50);
  const outcome: Outcome = JSON.parse(readFileSync(file, 'utf8'));
  if ('failure' in outcome) throw new Error(outcome.failure);
  return outcome.packed;
}
