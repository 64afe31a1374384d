import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const DEV = fileURLToPath(new URL('../../../server/src/dev/dev.ts', import.meta.url));

/** The whole service as `pnpm dev` starts it, on ports of its own. */
export type RunningService = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly sandboxUrl: string;
  stop(): Promise<void>;
};

export async function startService(): Promise<RunningService> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-docs-'));
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
  const { baseUrl, apiKey, sandboxUrl } = JSON.parse(readFileSync(path.join(folder, 'dev.json'), 'utf8'));
  return {
    baseUrl,
    apiKey,
    sandboxUrl,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
