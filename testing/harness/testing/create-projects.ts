import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const COMMAND = fileURLToPath(new URL('../../../apps/server/src/operator/cli/fanfare.ts', import.meta.url));

/** Creates projects as an operator does, each in its own workspace, and returns their keys. */
export async function createProjects(databaseUrl: string, count: number): Promise<string[]> {
  const { SUITE_BUNDLE } = process.env;
  const command = SUITE_BUNDLE ? path.join(SUITE_BUNDLE, 'fanfare.js') : COMMAND;
  const words = ['projects', 'create', 'Harbour Coffee', '--count', String(count)];
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...words], { env });
  return stdout.trim().split('\n');
}
