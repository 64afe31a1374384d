import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type CuttingProxy = {
  readonly baseUrl: string;
  /** Cuts every connection there is. */
  cut(): void;
  /** Cuts them once so many more bytes have gone to the server. */
  cutAfter(bytes: number): void;
  close(): Promise<void>;
};

/** A proxy in front of a server that cuts connections on request. */
export async function startCuttingProxy(serverUrl: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  let bytesUntilCut = Number.POSITIVE_INFINITY;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // A cut looks like an error to whoever is cut.
      socket.on('error', () => undefined);
    }
    client.on('data', ({ length }) => {
      bytesUntilCut -= length;
      if (bytesUntilCut > 0) return;
      bytesUntilCut = Number.POSITIVE_INFINITY;
      cut();
    });
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    cutAfter(bytes) {
      bytesUntilCut = bytes;
    },
    close: () =>
      new Promise((resolve) => {
        cut();
        server.close(() => resolve());
      }),
  };
}
