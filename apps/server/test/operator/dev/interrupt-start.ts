import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { type Parts, partsOf, until, untilGone } from './processes.ts';
import type { DevFolder } from './use-dev-folder.ts';

/**
 * Presses Ctrl-C as soon as this part of a start runs: the command must stop what it started, and
 * not fail.
 */
export async function interruptStart({ folder, start }: DevFolder, part: keyof Parts): Promise<void> {
  const dev = start();
  const seen = new Set<number>();
  await until(() => {
    const parts = partsOf(dev.pid);
    for (const pid of Object.values(parts)) if (!Number.isNaN(pid)) seen.add(pid);
    return !Number.isNaN(parts[part]);
  });
  dev.press('SIGINT');
  const ended = await dev.ended;
  // The second sentence appears only on a slow machine.
  expect(dev.output()).toMatch(/^\nStopping…\n(Still finishing .*\n)?$/);
  expect(ended).toEqual({ code: 0, signal: null });
  await untilGone(...seen);
  expect(existsSync(path.join(folder, 'dev.json'))).toBe(false);
}
