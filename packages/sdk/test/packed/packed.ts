import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** A project that has installed the package as it would be published. */
export type Consumer = {
  readonly folder: string;
  readonly tarball: string;
  /** Where the package lies in it. */
  readonly installed: string;
  /** Writes a file and gives its path. */
  write(name: string, text: string): string;
  /** Runs a program in it and gives what it printed. */
  run(command: string, args: readonly string[], env?: Record<string, string>): Promise<string>;
  remove(): void;
};

/** Builds and packs the package as `pnpm publish` does, and unpacks it into a new project. */
export async function installPacked(): Promise<Consumer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-sdk-'));
  // Installing is for the one who starts the tests, not for a test.
  const env = { ...process.env, npm_config_verify_deps_before_run: 'false' };
  await run('npx', ['--yes', 'pnpm@10.34.9', 'pack', '--pack-destination', folder], { cwd: PACKAGE, env });
  const [name = ''] = readdirSync(folder);
  const tarball = path.join(folder, name);
  const installed = path.join(folder, 'node_modules/@fanfare/sdk');
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  const consumer: Consumer = {
    folder,
    tarball,
    installed,
    write(file, text) {
      writeFileSync(path.join(folder, file), text);
      return path.join(folder, file);
    },
    async run(command, args, more = {}) {
      const { stdout } = await run(command, args, { cwd: folder, env: { PATH: process.env.PATH, ...more } }).catch(
        (error) => {
          throw new Error(`${command} ${args.join(' ')}\n${error.stdout}${error.stderr}`);
        },
      );
      return stdout;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  consumer.write('package.json', '{"name":"consumer","private":true}');
  return consumer;
}
