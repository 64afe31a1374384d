import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const WRITE_BUNDLE = fileURLToPath(new URL('./write-bundle.ts', import.meta.url));

let bundled: Promise<string> | null = null;

/**
 * Bundles the chaos server and its imports into one file, because a process that lives for a second
 * spends most of its time on resolving a thousand modules. The bundle is made once per process and
 * named after its content, so that concurrent commands share it and its compiled code.
 */
export const bundleServer = (): Promise<string> => {
  bundled ??= promisify(execFile)(process.execPath, [WRITE_BUNDLE]).then(({ stdout }) => stdout);
  return bundled;
};
