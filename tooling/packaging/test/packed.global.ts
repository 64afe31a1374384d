import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { installPacked, type Packed } from './install-packed.ts';

/** Result of the packing. */
export type Outcome = { readonly packed: Packed } | { readonly failure: string };

declare module 'vitest' {
  interface ProvidedContext {
    /** A file that appears when the packages are installed, or cannot be. */
    packedOutcome: string;
  }
}

/**
 * Packs and installs once for all files. Tests of other packages need not wait for it, nor fail
 * when it does.
 */
export default function setup(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-packed-'));
  const file = path.join(folder, 'outcome.json');
  const working = installPacked(folder)
    .then(
      (packed): Outcome => ({ packed }),
      (error: unknown): Outcome => ({ failure: String(error) }),
    )
    .then((outcome) => {
      // Nobody may read half of it.
      writeFileSync(`${file}.part`, JSON.stringify(outcome));
      renameSync(`${file}.part`, file);
    });
  project.provide('packedOutcome', file);
  return async () => {
    await working;
    rmSync(folder, { recursive: true, force: true });
  };
}
