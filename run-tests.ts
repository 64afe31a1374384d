import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { folderInMemory } from './apps/server/test/folder-in-memory.ts';
import { isRunning } from './apps/server/test/with-lock.ts';

/** Vitest looks for a relative path inside each project, and finds a folder of several projects only by its absolute path. */
function absolute(argument: string): string {
  if (argument.startsWith('-') || !existsSync(argument)) return argument;
  return statSync(argument).isDirectory() ? path.join(path.resolve(argument), path.sep) : path.resolve(argument);
}

const TEMPORARY = /^fanfare-tmp-(\d+)-/;

/** A folder for temporary files in memory: tests create and delete dozens of PostgreSQLs of a thousand files each. Those of runs that were killed go first. */
function createTemporaryFolder(): string | null {
  const memory = folderInMemory();
  if (memory === null) return null;
  for (const name of readdirSync(memory)) {
    const pid = TEMPORARY.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) rmSync(path.join(memory, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(path.join(memory, `fanfare-tmp-${process.pid}-`));
  // PostgreSQL runs under another account when this is root.
  chmodSync(folder, 0o1777);
  return folder;
}

const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const args = ['run', ...process.argv.slice(2).map(absolute)];
// Hundreds of programs are started by tests; with what the first ones compiled, each loads in half the time.
const compileCache = path.join(import.meta.dirname, '.fanfare/compile-cache');
const temporary = createTemporaryFolder();
const env = { NODE_COMPILE_CACHE: compileCache, ...(temporary && { TMPDIR: temporary }), ...process.env };
process.exitCode = spawnSync(process.execPath, [vitest, ...args], { stdio: 'inherit', env }).status ?? 1;
if (temporary) rmSync(temporary, { recursive: true, force: true });
