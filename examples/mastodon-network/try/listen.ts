import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Listener } from './start-installation.ts';

/** Serves a handler on a free port of this machine. */
export async function listen(handler: RequestListener): Promise<Listener> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
