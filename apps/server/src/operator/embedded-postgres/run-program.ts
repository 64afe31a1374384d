import { type SpawnOptions, spawn } from 'node:child_process';

export type Finished = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/**
 * Runs a program in its own process group, out of reach of Ctrl-C. Rejects when it cannot start.
 */
export function runProgram(
  file: string,
  words: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'>,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, words, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
