import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type CuttingProxy = {
  readonly baseUrl: string;
  /** How many connections it has cut. */
  readonly cuts: () => number;
  close(): Promise<void>;
};

/** Stands before a server, and cuts the first connection some time after a request has gone through it. */
export async function startCuttingProxy(serverUrl: string, cutAfterMs: number): Promise<CuttingProxy> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let cuts = 0;
  let armed = true;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // A cut looks like an error to whoever is cut.
      socket.on('error', () => undefined);
    }
    client.pipe(upstream).pipe(client);
    client.once('data', () => {
      if (!armed) return;
      armed = false;
      setTimeout(() => {
        cuts++;
        client.destroy();
        upstream.destroy();
      }, cutAfterMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: () => cuts,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
