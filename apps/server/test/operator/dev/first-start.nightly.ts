import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { makeFolder, readState } from './dev-process.ts';

/**
 * First steps of a newcomer: a fresh clone of the last commit, nothing cached by npm or pnpm, one
 * command.
 */
const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));
const folder = makeFolder();
const clone = path.join(folder, 'fanfare');
const { PATH = '', NODE_EXTRA_CA_CERTS } = process.env;
const env = {
  PATH: PATH.split(path.delimiter)
    .filter((entry) => !entry.includes('node_modules'))
    .join(path.delimiter),
  HOME: folder,
  npm_config_cache: path.join(folder, 'npm'),
  npm_config_store_dir: path.join(folder, 'pnpm'),
  PORT: '0',
  SANDBOX_PORT: '0',
  FANFARE_FOLDER: folder,
  ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }),
};
const pnpm = ['--yes', 'pnpm@10.34.9'];
let dev: ChildProcess | undefined;
afterAll(async () => {
  if (dev?.exitCode === null) {
    process.kill(-dev.pid!, 'SIGINT');
    await new Promise((resolve) => dev!.once('close', resolve));
  }
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Resolves with the output when the welcome is complete; rejects with it when the command ends
 * before.
 */
const startDev = (): Promise<string> =>
  new Promise((resolve, reject) => {
    dev = spawn('npx', [...pnpm, 'dev'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let output = '';
    const take = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes("\n  }'\n")) resolve(output);
    };
    dev.stdout!.on('data', take);
    dev.stderr!.on('data', take);
    dev.once('close', (code) => reject(new Error(`dev ended with ${code}:\n${output}`)));
  });

const installed = (name: string): boolean => existsSync(path.join(clone, 'node_modules', name));

test('the first dev from cold caches installs only what runs and is ready with its dashboard; the first other command adds the rest while dev answers', async () => {
  expect(spawnSync('git', ['clone', '--quiet', ROOT, clone]).status).toBe(0);
  const startedAtMs = performance.now();
  const output = await startDev();
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  const { installing, starting } =
    /Done in (?<installing>[\d.]+)s.*ready in (?<starting>[\d.]+) s/s.exec(output)?.groups ?? {};
  console.log(`ready in ${seconds} s from cold caches: install ${installing} s, start ${starting} s`);
  expect(output).not.toContain('could not be built');
  const { baseUrl } = readState(folder);
  expect((await fetch(`${baseUrl}/sign-in`)).status).toBe(200);
  expect({ vitest: installed('vitest'), biome: installed('@biomejs/biome') }).toEqual({ vitest: false, biome: false });

  const added = spawnSync('npx', [...pnpm, 'exec', 'vitest', '--version'], { cwd: clone, env, encoding: 'utf8' });
  expect(added.stdout).toMatch(/vitest\/\d/);
  expect({ vitest: installed('vitest'), biome: installed('@biomejs/biome') }).toEqual({ vitest: true, biome: true });
  expect((await fetch(`${baseUrl}/sign-in`)).status).toBe(200);
});
