import { createServer } from 'node:net';

/** Finds a port of 127.0.0.1: `wanted`, or the next free one above it. 0 takes any. */
export async function freePort(wanted: number): Promise<number> {
  for (let port = wanted; port <= 65_535; port++) {
    const found = await tryPort(port);
    if (found !== null) return found;
  }
  throw new Error(`No free port at or above ${wanted} on 127.0.0.1.`);
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null));
    });
  });
}
