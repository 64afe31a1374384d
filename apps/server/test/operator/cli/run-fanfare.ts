import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';
import { runFanfare as run } from '../../../src/operator/cli/run-fanfare.ts';
import { bundledFanfare } from '../../bundled-fanfare.ts';

export type Finished = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

type Environment = Readonly<Record<string, string>>;

let last: Promise<unknown> = Promise.resolve();

/**
 * The operator's command in this process, one call after the other: to start a process takes longer
 * than most commands.
 */
export function runFanfare(words: readonly string[], env: Environment = {}): Promise<Finished> {
  const call = last.then(() => withOwnFolder(env, (own) => inThisProcess(words, own)));
  last = call.catch(() => undefined);
  return call;
}

/**
 * The same as it is shipped, as a process: for what concerns its start, its end and other
 * processes.
 */
export async function runShippedFanfare(words: readonly string[], env: Environment = {}): Promise<Finished> {
  const program = await bundledFanfare();
  const compileCache = path.join(path.dirname(program), 'compile-cache');
  return withOwnFolder({ NODE_COMPILE_CACHE: compileCache, ...env }, (own) => asProcess([program, ...words], own));
}

/**
 * Calls `work` without this run's environment, and with a folder that has no development service.
 */
async function withOwnFolder(env: Environment, work: (env: Environment) => Promise<Finished>): Promise<Finished> {
  const { PATH = '', HOME = '' } = process.env;
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-cli-'));
  try {
    return await work({ PATH, HOME, FANFARE_FOLDER: folder, ...env });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inThisProcess(words: readonly string[], env: Environment): Promise<Finished> {
  const before = { env: process.env, exitCode: process.exitCode };
  const streams = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
  try {
    process.env = { ...env };
    process.exitCode = undefined;
    await run(words);
    const [stdout = '', stderr = ''] = streams.map(({ mock }) => mock.calls.map(([text]) => String(text)).join(''));
    return { code: Number(process.exitCode ?? 0), stdout, stderr };
  } finally {
    for (const stream of streams) stream.mockRestore();
    Object.assign(process, before);
  }
}

async function asProcess(args: readonly string[], env: Environment): Promise<Finished> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout, stderr };
}
