import { expect } from 'vitest';
import { type Parts, partsOf, untilGone } from './processes.ts';
import type { DevFolder } from './use-dev-folder.ts';

/**
 * Kills one part of a running command, which must report it with this sentence and stop the rest.
 */
export async function killPart({ welcomed }: DevFolder, part: keyof Parts, sentence: string): Promise<void> {
  const { dev } = await welcomed();
  const parts = partsOf(dev.pid);
  process.kill(parts[part], 'SIGKILL');
  expect(await dev.ended).toEqual({ code: 1, signal: null });
  expect(dev.output().endsWith(`\n${sentence}\n`)).toBe(true);
  await untilGone(parts.server, parts.sandbox, parts.postgres);
}
