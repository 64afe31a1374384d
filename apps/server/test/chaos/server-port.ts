import { createServer } from 'node:net';

/**
 * Below what systems give to outgoing connections (Linux from 32768, others from 49152): a server is gone for moments again and again, and nobody may take
 * its port meanwhile.
 */
const RANGE = { from: 15_000, to: 32_000 };
const ATTEMPTS = 100;

/** A port for a server that is killed and started again. Picked at random, so that commands side by side do not meet. */
export async function serverPort(): Promise<number> {
  for (let n = 0; n < ATTEMPTS; n++) {
    const port = RANGE.from + Math.floor(Math.random() * (RANGE.to - RANGE.from));
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port from ${RANGE.from} to ${RANGE.to}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
