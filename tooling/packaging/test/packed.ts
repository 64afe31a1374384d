import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { setTimeout as passed } from 'node:timers/promises';
import { inject } from 'vitest';
import { installIn, type Packed } from './install-packed.ts';
import type { Outcome } from './packed.global.ts';

/** The packages, packed and installed; waits until they are. Throws when they could not be. */
export async function packed(): Promise<Packed> {
  const file = inject('packedOutcome');
  while (!existsSync(file)) await passed(50);
  const outcome: Outcome = JSON.parse(readFileSync(file, 'utf8'));
  if ('failure' in outcome) throw new Error(outcome.failure);
  return outcome.packed;
}

/**
 * A new project of CommonJS that has the packages and msw 2 installed. Only nightly tests have one.
 */
export async function packedForCommonjs(): Promise<string> {
  const { tarballs, modules } = await packed();
  const folder = mkdtempSync(`${modules}-common-`);
  await installIn(folder, 'commonjs', tarballs, 'msw@2.15.0');
  return folder;
}
