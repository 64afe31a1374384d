import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Block } from './read-page.ts';
import type { ReaderFolder } from './reader-folder.ts';

const CURL = fileURLToPath(new URL('./curl.ts', import.meta.url));
/** Ends what a block has printed; nothing else prints it. */
const END = '\u0001';

/**
 * Runs the blocks one after the other in one shell, as a reader would, and returns what each has
 * printed. Throws with all of it when a command fails.
 */
export async function runShell(
  folder: ReaderFolder,
  blocks: readonly Block[],
  env: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const script = blocks.map(({ text }) => `${text}\nprintf '${END}'\n`).join('');
  folder.write('page.sh', script);
  const output = await folder.run('sh', ['-eu', 'page.sh'], { ...env, ...withCurl(folder) });
  return output.split(END).slice(0, -1);
}

/** A machine that has only Node gets a `curl` that understands what the pages use. */
function withCurl(folder: ReaderFolder): Readonly<Record<string, string>> {
  if (spawnSync('curl', ['--version']).status === 0) return {};
  folder.write('curl', `#!/bin/sh\nexec '${process.execPath}' '${CURL}' "$@"\n`);
  chmodSync(path.join(folder.path, 'curl'), 0o755);
  return { PATH: `${folder.path}${path.delimiter}${process.env.PATH}` };
}
