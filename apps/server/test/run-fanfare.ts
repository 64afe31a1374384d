import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../src/cli/fanfare.ts', import.meta.url));

export type CommandEnd = { readonly code: number | null; readonly out: string; readonly err: string };

/** Runs `fanfare …` as an operator does, against this database. */
export function runFanfare(databaseUrl: string, ...words: string[]): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [COMMAND, ...words], {
      env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
}
