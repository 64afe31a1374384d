import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on this machine, then creates the app with its own address. Port 0 takes a free one. */
export async function listen(port: number, createApp: (origin: string) => RequestListener): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return server.on('request', createApp(originOf(server)));
}

// A server that listens on a port has an address of this kind (Node, `server.address()`).
export const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
