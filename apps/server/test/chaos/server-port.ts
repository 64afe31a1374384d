import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

/**
 * Below the range of outgoing connections (Linux from 32768, others from 49152): a server is often
 * down for a moment, and no other process may take its port meanwhile.
 */
const RANGE = { from: 15_000, to: 32_000 };
const ATTEMPTS = 100;
/**
 * One file per port of a fleet, because a port that is free now may belong to another fleet's
 * server that starts in a moment.
 */
const TAKEN = path.join(tmpdir(), `fanfare-chaos-ports-${userInfo().username}`);

const own: string[] = [];
process.once('exit', () => {
  for (const file of own) rmSync(file, { force: true });
});

/**
 * A port for a server that is killed and restarted, reserved until this process ends. No other
 * fleet of this machine gets it meanwhile.
 */
export async function serverPort(): Promise<number> {
  for (let n = 0; n < ATTEMPTS; n++) {
    const port = RANGE.from + Math.floor(Math.random() * (RANGE.to - RANGE.from));
    if (take(port) && (await isFree(port))) return port;
  }
  throw new Error(`no free port from ${RANGE.from} to ${RANGE.to}; those listed in ${TAKEN} are taken`);
}

function take(port: number): boolean {
  const file = path.join(TAKEN, String(port));
  mkdirSync(TAKEN, { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  own.push(file);
  return true;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
