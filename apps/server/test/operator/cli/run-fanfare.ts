import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundledFanfare } from '../../bundled-fanfare.ts';

export type Finished = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** The operator's command as it is shipped, as a process, without this run's environment and without a development service in its folder. */
export async function runFanfare(words: readonly string[], env: Record<string, string> = {}): Promise<Finished> {
  const { PATH = '', HOME = '' } = process.env;
  const program = await bundledFanfare();
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-cli-'));
  const compileCache = path.join(path.dirname(program), 'compile-cache');
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH, HOME, NODE_COMPILE_CACHE: compileCache, FANFARE_FOLDER: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  rmSync(folder, { recursive: true, force: true });
  return { code, stdout, stderr };
}
