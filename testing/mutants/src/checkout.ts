import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Mutant } from './mutant.ts';

const run = promisify(execFile);

/** A copy of the last commit with its dependencies installed, which may be broken at will. */
export type Checkout = {
  readonly folder: string;
  /** Runs `work` with the mutant in the copy. Throws unless its text is there exactly once. */
  withMutant<T>(mutant: Mutant, work: () => Promise<T>): Promise<T>;
  remove(): Promise<void>;
};

export async function createCheckout(repository: string): Promise<Checkout> {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-mutants-'));
  await run('git', ['clone', '--quiet', '--shared', repository, folder]);
  await run('npx', ['--yes', 'pnpm@10.34.9', 'install', '--frozen-lockfile', '--prefer-offline'], { cwd: folder });
  return {
    folder,
    async withMutant({ file, find, put }, work) {
      const path = join(folder, file);
      const whole = await readFile(path, 'utf8');
      const places = whole.split(find).length - 1;
      if (places !== 1) throw new Error(`${file} holds the text of this mutant ${places} times. Update it: ${find}`);
      await writeFile(
        path,
        whole.replace(find, () => put),
      );
      try {
        return await work();
      } finally {
        await writeFile(path, whole);
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
