import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PlanName } from '@fanfare/rules';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const DEV = path.join(ROOT, 'apps/server/src/dev/dev.ts');
const CLI = path.join(ROOT, 'apps/server/src/cli/fanfare.ts');

/** Projects are made so many at a time: a command takes longer to start than to make a hundred. */
const BATCH = 100;

/** PostgreSQL, the server and the simulated networks, as processes. */
export type Service = {
  readonly baseUrl: string;
  readonly sandboxUrl: string;
  /** The key of a project nobody has used. */
  newProject(plan: PlanName): Promise<string>;
  stop(): Promise<void>;
};

/** Starts the service as `pnpm dev` does, in a folder and on ports of its own. */
export async function startService(): Promise<Service> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-api-suite-'));
  // The account PostgreSQL runs as, when this is root, must get in.
  chmodSync(folder, 0o755);
  const env = { ...process.env, FANFARE_FOLDER: folder, PORT: '0', SANDBOX_PORT: '0' };
  const child = spawn(process.execPath, [DEV], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes('Publish to four networks')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}:\n${output}`)));
  });
  const { baseUrl, sandboxUrl } = JSON.parse(readFileSync(path.join(folder, 'dev.json'), 'utf8'));

  const makeProjects = async (plan: PlanName): Promise<string[]> => {
    const words = [CLI, 'projects', 'create', 'Suite', '--plan', plan, '--count', String(BATCH)];
    const { stdout } = await promisify(execFile)(process.execPath, words, { env });
    return stdout.trim().split('\n');
  };
  const pools = new Map<PlanName, Promise<string[]>>();
  const newProject = async (plan: PlanName): Promise<string> => {
    const pool = pools.get(plan) ?? makeProjects(plan);
    pools.set(plan, pool);
    const key = (await pool).pop();
    if (key !== undefined) return key;
    if (pools.get(plan) === pool) pools.delete(plan);
    return newProject(plan);
  };
  return {
    baseUrl,
    sandboxUrl,
    newProject,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
