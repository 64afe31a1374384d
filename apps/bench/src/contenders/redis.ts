import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../free-port.ts';

export const NO_REDIS = 'Redis is not installed: apt-get install redis-server';

export type RedisProcess = { readonly port: number; readonly pid: number; stop(): Promise<void> };

/** Redis of Debian, with every write on the disk before it is answered, as PostgreSQL does; null where it is not installed. */
export async function startRedis(): Promise<RedisProcess | null> {
  const program = ['/usr/bin/redis-server', '/usr/local/bin/redis-server'].find((file) => existsSync(file));
  if (program === undefined) return null;
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-redis-'));
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const child = spawn(program, [...settings, '--appendonly', 'yes', '--appendfsync', 'always'], { stdio: 'ignore' });
  return {
    port,
    pid: child.pid!,
    async stop() {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
