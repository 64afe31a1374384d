import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const WRITE_BUNDLE = fileURLToPath(new URL('./write-bundle.ts', import.meta.url));

let bundled: Promise<string> | null = null;

/**
 * The chaos server and all it imports as one file: of what a process costs that lives for a second, most is finding a thousand modules. Made once a
 * process; named after what is in it, so that commands side by side share it and its compiled code.
 */
export const bundleServer = (): Promise<string> => {
  bundled ??= promisify(execFile)(process.execPath, [WRITE_BUNDLE]).then(({ stdout }) => stdout);
  return bundled;
};
