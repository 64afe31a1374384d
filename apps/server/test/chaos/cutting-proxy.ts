import { createServer, type Socket, connect as tcpConnect } from 'node:net';

/** A TCP relay between servers and their database that can cut connections, also exactly while one commits. */
export type CuttingProxy = {
  readonly port: number;
  /** Where new connections lead. */
  leadTo(port: number): void;
  /** Cuts the next `times` connections on which a statement that matches is sent: when it has been passed on, and its answer is on the way back. */
  cutDuring(statement: RegExp, times: number): void;
  /** Cuts that were made so far. */
  readonly cuts: number;
  close(): Promise<void>;
};

export async function startCuttingProxy(target: number): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  let leadsTo = target;
  let cuts = 0;
  let waiting: { readonly statement: RegExp; left: number } | null = null;

  const server = createServer((near) => {
    const far = tcpConnect(leadsTo, '127.0.0.1');
    let doomed = false;
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    near.setNoDelay(true);
    far.setNoDelay(true);
    near.on('data', (chunk: Buffer) => {
      if (!doomed && waiting && waiting.left > 0 && waiting.statement.test(chunk.toString('latin1'))) {
        waiting.left--;
        doomed = true;
      }
      far.write(chunk);
    });
    far.on('data', (chunk: Buffer) => {
      if (!doomed) {
        near.write(chunk);
        return;
      }
      // The database has done it; nobody will hear so.
      cuts++;
      near.resetAndDestroy();
      far.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    leadTo(port) {
      leadsTo = port;
    },
    cutDuring(statement, times) {
      waiting = { statement, left: times };
    },
    get cuts() {
      return cuts;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
