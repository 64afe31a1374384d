import { createServer, type Socket, connect as tcpConnect } from 'node:net';

/**
 * A TCP relay whose far side can vanish as a machine does that loses its power: connections stay
 * open, and nothing comes back.
 */
export type SwallowingProxy = {
  readonly port: number;
  /**
   * Connections that are open now carry nothing any more. New ones lead to the far side, as after a
   * failover.
   */
  vanish(): void;
  /** Leads new connections to this port. */
  redirectTo(port: number): void;
  /** While away, new connections are swallowed as well. */
  setAway(isAway: boolean): void;
  /** Ends all connections that are open now. */
  cut(): void;
  close(): Promise<void>;
};

export async function startSwallowingProxy(target: number): Promise<SwallowingProxy> {
  const sockets = new Set<Socket>();
  let generation = 0;
  let isAway = false;
  let redirectTarget = target;
  const server = createServer((near) => {
    const bornIn = isAway ? -1 : generation;
    const far = tcpConnect(redirectTarget, '127.0.0.1');
    const isSwallowed = () => bornIn !== generation;
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('data', (chunk) => {
        if (!isSwallowed()) other.write(chunk);
      });
      one.once('close', () => {
        sockets.delete(one);
        if (!isSwallowed()) other.destroy();
      });
    }
    near.setNoDelay(true);
    far.setNoDelay(true);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    vanish: () => void generation++,
    redirectTo(port) {
      redirectTarget = port;
    },
    setAway(away) {
      isAway = away;
    },
    cut,
    close() {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
