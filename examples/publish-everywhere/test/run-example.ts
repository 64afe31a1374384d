import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const EXAMPLE = fileURLToPath(new URL('../src/index.ts', import.meta.url));

export type Run = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Runs the example as `pnpm start` does, with nothing in its environment that is not given. */
export async function runExample(env: Record<string, string>): Promise<Run> {
  const child = spawn(process.execPath, [EXAMPLE], { env: { PATH: process.env.PATH, ...env } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout, stderr };
}

/** The output with everything that differs from run to run put to one value of the same length, so that columns keep their place. */
export function withoutChance(output: string): string {
  return output
    .replace(/(?<=127\.0\.0\.1:)\d+/g, '4600')
    .replace(/\b(acc|post)_[0-9a-z]{26}\b/g, (_, kind: string) => `${kind}_${'0'.repeat(26)}`)
    .replace(/(?<=batch )[0-9A-F]{4}/g, '0000')
    .replace(/(?<=published in )\d+\.\d/g, '0.0')
    .replace(/(?<=\/(?:p|post)\/)D[\w-]{10}/g, 'D'.padEnd(11, '0'))
    .replace(/\d{17,}/g, (digits) => '0'.repeat(digits.length));
}
