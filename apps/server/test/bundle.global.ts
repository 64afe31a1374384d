import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for the bundle of this run, empty until a test needs it: `bundledFanfare`. */
    bundleFolder: string;
  }
}

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-bundle-of-run-'));
  project.provide('bundleFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
