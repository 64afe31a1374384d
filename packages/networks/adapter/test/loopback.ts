import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach } from 'vitest';

const running = new Set<Server | HttpServer>();
const sockets = new Set<Socket>();

/** Ends the servers of each test of the file that calls it. */
export function useLoopback(): void {
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await Promise.all([...running].map((server) => new Promise((done) => server.close(done))));
    running.clear();
    sockets.clear();
  });
}

/** Starts a server on a free loopback port; it ends with the test. */
export async function listen<S extends Server | HttpServer>(
  server: S,
  host = '127.0.0.1',
): Promise<S & { port: number }> {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, host, done));
  running.add(server);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not a TCP server');
  return Object.assign(server, { port: address.port });
}

export const serve = (listener: RequestListener) => listen(createHttpServer(listener));

/** A server that handles each connection with `onSocket`, below HTTP. */
export const serveRaw = (onSocket: (socket: Socket) => void) => listen(createServer(onSocket));

/** A port without a listener. */
export async function closedPort(): Promise<number> {
  const server = await listen(createServer());
  await new Promise((done) => server.close(done));
  running.delete(server);
  return server.port;
}

/** Resolves once `check` holds; checks after every turn of the event loop. */
export async function until(check: () => boolean): Promise<void> {
  while (!check()) await new Promise((next) => setImmediate(next));
}
