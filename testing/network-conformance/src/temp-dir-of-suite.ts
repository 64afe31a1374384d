import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** A folder for the files of all tests of the current suite, removed after the last. */
export function tempDirOfSuite(): string {
  const tempDir = mkdtempSync(path.join(tmpdir(), 'conformance-'));
  afterAll(() => rmSync(tempDir, { recursive: true, force: true }));
  return tempDir;
}
