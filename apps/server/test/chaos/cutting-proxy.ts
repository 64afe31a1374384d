import { createServer, type Socket, connect as tcpConnect } from 'node:net';

/** `before`: the statement never reaches the database. `after`: it has, and its answer is on the way back. The client cannot tell one from the other. */
export type Side = 'before' | 'after';

/** A TCP relay between servers and their database that can cut connections, also exactly while one commits. */
export type CuttingProxy = {
  readonly port: number;
  /** Where new connections lead. */
  leadTo(port: number): void;
  /** Cuts the next connection on which a statement that matches is sent. */
  cutNext(statement: RegExp, side: Side): void;
  /** Cuts nothing more. */
  spare(): void;
  /** Cuts that were made so far. */
  readonly cuts: Readonly<Record<Side, number>>;
  close(): Promise<void>;
};

export async function startCuttingProxy(target: number): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  let leadsTo = target;
  const cuts = { before: 0, after: 0 };
  let waiting: { readonly statement: RegExp; readonly side: Side } | null = null;

  const server = createServer((near) => {
    const far = tcpConnect(leadsTo, '127.0.0.1');
    let doomed = false;
    const cut = (side: Side): void => {
      cuts[side]++;
      near.resetAndDestroy();
      far.destroy();
    };
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
      if (!doomed && waiting?.statement.test(chunk.toString('latin1'))) {
        const { side } = waiting;
        waiting = null;
        if (side === 'before') return cut(side);
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
      cut('after');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    leadTo(port) {
      leadsTo = port;
    },
    cutNext(statement, side) {
      waiting = { statement, side };
    },
    spare() {
      waiting = null;
    },
    cuts,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
