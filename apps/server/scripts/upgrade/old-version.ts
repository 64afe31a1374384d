import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const git = (...words: string[]): string => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();

/** Finds the latest release, or the commit before the last change of the server. */
export function defaultRef(): string {
  const [tag] = git('tag', '--list', '@fanfare/server@*', '--sort=-creatordate').split('\n');
  return tag || `${git('log', '-1', '--format=%H', '--', 'apps/server/src')}^`;
}

export const describeCommit = (ref: string): string => git('log', '-1', '--format=%h %s', ref);

type OldVersion = { readonly program: string; remove(): void };

/** Checks out and builds another version; one before the first bundle runs from source. */
export function buildVersion(ref: string, folder: string): OldVersion {
  const checkout = path.join(folder, 'checkout');
  git('worktree', 'add', '--detach', checkout, ref);
  const remove = () => void git('worktree', 'remove', '--force', checkout);
  const run = (program: string, ...words: string[]): unknown =>
    execFileSync(program, words, { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    run('npx', '--yes', 'pnpm@10.34.9', 'install', '--frozen-lockfile', '--prefer-offline');
    const writer = path.join(checkout, 'apps/server/scripts/write-bundle.ts');
    if (!existsSync(writer)) return { program: path.join(checkout, 'apps/server/src/main.ts'), remove };
    const bundle = path.join(folder, 'old');
    const write = `const { writeBundle } = await import(process.argv[1]); await writeBundle(process.argv[2]);`;
    run(process.execPath, '--input-type=module', '--eval', write, writer, bundle);
    return { program: path.join(bundle, 'main.js'), remove };
  } catch (error) {
    remove();
    throw error;
  }
}
