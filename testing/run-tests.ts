import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { folderInMemory } from '../apps/server/test/folder-in-memory.ts';
import { startSharedPostgres } from '../apps/server/test/shared-postgres.ts';
import { isRunning } from '../apps/server/test/with-lock.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Vitest finds a folder of several projects only by its absolute path. */
function absolute(argument: string): string {
  if (argument.startsWith('-') || !existsSync(argument)) return argument;
  return statSync(argument).isDirectory() ? path.join(path.resolve(argument), path.sep) : path.resolve(argument);
}

const TEMPORARY = /^fanfare-tmp-(\d+)-/;

/** A folder for temporary files, in memory if possible; those of killed runs are removed. */
function createTemporaryFolder(): string {
  const memory = folderInMemory() ?? tmpdir();
  for (const name of readdirSync(memory)) {
    const pid = TEMPORARY.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) rmSync(path.join(memory, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(path.join(memory, `fanfare-tmp-${process.pid}-`));
  // PostgreSQL runs under another account when this is root.
  chmodSync(folder, 0o1777);
  return folder;
}

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve) => {
    spawn(program, args, { stdio: 'inherit', env }).once('exit', (code) => resolve(code ?? 1));
  });
}

// Vitest ends on Ctrl-C; what it used is removed after it.
process.on('SIGINT', () => undefined);
const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const args = process.argv.slice(2);
// With partitions, services that tests start need the template that has them.
const isWhole = 'TEST_PARTITIONS' in process.env || args.every((arg) => arg.startsWith('-'));
// Hundreds of programs are started by tests; with what the first ones compiled, each loads in half
// the time.
const compileCache = path.join(ROOT, '.fanfare/compile-cache');
const temporary = createTemporaryFolder();
const own = isWhole && !('TEST_DATABASE_URL' in process.env) ? await startSharedPostgres(temporary) : null;
const env = { NODE_COMPILE_CACHE: compileCache, TMPDIR: temporary, ...own?.env, ...process.env };
const config = path.join(import.meta.dirname, 'vitest.config.ts');
process.exitCode = await run(
  process.execPath,
  [vitest, 'run', '--root', ROOT, '--config', config, ...args.map(absolute)],
  env,
);
await own?.stop();
rmSync(temporary, { recursive: true, force: true });
