import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { RealWordpress } from '../src/index.ts';

/**
 * Runs PHP at the start of every request, as a must-use plugin, until the returned function is
 * called or the test ends.
 */
export function addPhp(wordpress: RealWordpress, php: string): () => void {
  const file = path.join(wordpress.root, 'wp-content/mu-plugins', `${randomUUID()}.php`);
  writeFileSync(file, `<?php ${php}`);
  const remove = () => rmSync(file, { force: true });
  onTestFinished(remove);
  return remove;
}
