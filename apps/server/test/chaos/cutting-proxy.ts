import { createServer, type Socket, connect as tcpConnect } from 'node:net';

/**
 * `before`: the statement does not reach the database. `after`: it does, and its answer is lost.
 * The client cannot distinguish the two.
 */
export type Side = 'before' | 'after';

/**
 * `cut`: both ends are told. `vanish`: nobody is told, and no connection that is open now carries
 * anything any more.
 */
export type Way = 'cut' | 'vanish';

/**
 * A TCP relay between servers and their database that cuts connections, also exactly at a commit.
 */
export type CuttingProxy = {
  readonly port: number;
  /** Leads new connections to this port. */
  redirectTo(port: number): void;
  /** Cuts the next connection that sends a matching statement. */
  cutNext(statement: RegExp, side: Side, way?: Way): void;
  /** Stops cutting. */
  spare(): void;
  /** Number of cuts so far. */
  readonly cuts: Readonly<Record<Side, number>>;
  close(): Promise<void>;
};

export async function startCuttingProxy(target: number): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  let redirectTarget = target;
  const cuts = { before: 0, after: 0 };
  let waiting: { readonly statement: RegExp; readonly side: Side; readonly way: Way } | null = null;
  let generation = 0;

  const server = createServer((near) => {
    const far = tcpConnect(redirectTarget, '127.0.0.1');
    const bornIn = generation;
    const isGone = () => bornIn !== generation;
    let doomed: Way | null = null;
    const cut = (side: Side, way: Way): void => {
      cuts[side]++;
      if (way === 'vanish') return void generation++;
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
        // A machine that lost its power does not find out that the other side has closed; its
        // PostgreSQL ends with it.
        if (one === near || !isGone()) other.destroy();
      });
    }
    near.setNoDelay(true);
    far.setNoDelay(true);
    near.on('data', (chunk: Buffer) => {
      if (isGone()) return;
      if (!doomed && waiting?.statement.test(chunk.toString('latin1'))) {
        const { side, way } = waiting;
        waiting = null;
        if (side === 'before') return cut(side, way);
        doomed = way;
      }
      far.write(chunk);
    });
    far.on('data', (chunk: Buffer) => {
      if (isGone()) return;
      if (!doomed) {
        near.write(chunk);
        return;
      }
      // The database has committed; the client never finds out.
      cut('after', doomed);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    redirectTo(port) {
      redirectTarget = port;
    },
    cutNext(statement, side, way = 'cut') {
      waiting = { statement, side, way };
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
