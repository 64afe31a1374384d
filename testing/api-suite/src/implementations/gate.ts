import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP address that leads to another one while it is open. */
export type Gate = {
  readonly port: number;
  /** Cuts all connections and accepts no new ones. */
  close(): void;
  open(): void;
  stop(): Promise<void>;
};

/**
 * Listens on a free port of this machine. It keeps its port while it is closed, so that no other
 * process takes it.
 */
export async function openGate(to: { readonly host: string; readonly port: number }): Promise<Gate> {
  const passing = new Set<Socket>();
  let isOpen = true;
  const cut = (): void => {
    for (const socket of passing) socket.destroy();
  };
  const server = createServer((near) => {
    if (!isOpen) {
      near.destroy();
      return;
    }
    const far = connect(to);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      passing.add(one);
      one.pipe(other);
      // An end of either side that broke is the end of both.
      one.once('error', () => other.destroy());
      one.once('close', () => {
        passing.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind (Node, `server.address()`).
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close() {
      isOpen = false;
      cut();
    },
    open() {
      isOpen = true;
    },
    async stop() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      cut();
      await closed;
    },
  };
}
