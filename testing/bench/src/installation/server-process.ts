import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../../apps/server/src/process/free-port.ts';

export type ServerProcess = {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
};

const SERVER = fileURLToPath(new URL('../../../../apps/server/src/main.ts', import.meta.url));
const COMPILE_CACHE = fileURLToPath(new URL('../../../../.fanfare/compile-cache', import.meta.url));
const UNLIMITED = '100000000';

/** The server in production mode. It writes its log at the default level, to nowhere. */
export async function startServerProcess(settings: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const port = await freePort(0);
  return startProgram(SERVER, port, {
    FANFARE_ENV: 'production',
    HOST: '127.0.0.1',
    METRICS_PORT: 'off',
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    EGRESS_ALLOWED_HOSTS: '127.0.0.1',
    REQUESTS_PER_MINUTE: UNLIMITED,
    PUBLISHES_PER_MINUTE: UNLIMITED,
    PUBLISHES_IN_FLIGHT_PER_PROJECT: '1000',
    X_CLIENT_ID: 'bench',
    X_CLIENT_SECRET: 'bench',
    ...settings,
  });
}

/** A Node program that answers 200 on /readyz once it is ready. */
export async function startProgram(
  file: string,
  port: number,
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [file], {
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(`${url}/readyz`))) {
    if (child.exitCode !== null) throw new Error(`${file} ended with code ${child.exitCode}`);
    await sleep(2);
  }
  return { url, pid: child.pid!, stop: () => stop(child) };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { headers: { Connection: 'close' } });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false; // Nothing listens there yet.
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
