import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import { writeBundle } from '../scripts/write-bundle.ts';
import { withLock } from './with-lock.ts';

/**
 * The file of the operator's command as it is shipped, bundled once in a run of the tests. To start
 * it takes a third of the work that it takes from the sources.
 */
export async function bundledFanfare(): Promise<string> {
  const parent = inject('bundleFolder');
  const folder = path.join(parent, 'bundle');
  if (!existsSync(folder)) {
    await withLock(path.join(parent, 'lock'), async () => {
      if (existsSync(folder)) return;
      const unfinished = path.join(parent, 'unfinished');
      await writeBundle(unfinished);
      renameSync(unfinished, folder);
    });
  }
  return path.join(folder, 'fanfare.js');
}
