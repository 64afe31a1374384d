import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { walkConnect } from '@fanfare/sandbox/walk-connect';

const DEV = fileURLToPath(new URL('../../server/src/dev/dev.ts', import.meta.url));

export type Service = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly sandboxUrl: string;
  call(method: string, route: string, body?: unknown): Promise<{ status: number; body: unknown; tookMs: number }>;
  connect(platform: string, profile: string): Promise<string>;
  sandbox(method: string, route: string, body?: unknown): Promise<void>;
  stop(): Promise<void>;
};

/** The whole service as `pnpm dev` starts it, as separate processes, in a folder of its own. `env` sets limits for a measurement. */
export async function startService(
  env: Record<string, string> = {},
  folder = mkdtempSync(path.join(tmpdir(), 'fanfare-bench-')),
): Promise<Service> {
  // The account that PostgreSQL runs as when this runs as root must be able to pass.
  chmodSync(folder, 0o755);
  const child = spawn(process.execPath, [DEV], {
    env: { ...process.env, PORT: '4100', SANDBOX_PORT: '4700', ...env, FANFARE_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await untilReady(child);
  const state = JSON.parse(readFileSync(path.join(folder, 'dev.json'), 'utf8')) as {
    baseUrl: string;
    apiKey: string;
    sandboxUrl: string;
  };

  const call: Service['call'] = async (method, route, body) => {
    const startedAt = performance.now();
    const response = await fetch(`${state.baseUrl}/api/v1${route}`, {
      method,
      headers: { Authorization: `Bearer ${state.apiKey}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    return { status: response.status, body: answer, tookMs: performance.now() - startedAt };
  };
  return {
    ...state,
    call,
    async connect(platform, profile) {
      const redirectUrl = 'http://127.0.0.1/connected';
      const { body } = await call('POST', '/accounts/connect', { platform, redirectUrl });
      const result = await walkConnect({ authUrl: (body as { authUrl: string }).authUrl, redirectUrl, profile });
      return result.get('accountId')!;
    },
    async sandbox(method, route, body) {
      const response = await fetch(`${state.sandboxUrl}/__sandbox/${route}`, {
        method,
        ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`sandbox ${method} ${route}: ${response.status} ${await response.text()}`);
    },
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Publish to four networks')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the service ended with code ${code}:\n${output}`)));
  });
}
