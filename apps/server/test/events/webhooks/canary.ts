import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';

export type Canary = {
  readonly port: number;
  /** Number of connections that the running test caused. */
  readonly connections: number;
};

/** A listener on every address of this machine: it must not see a connection. */
export function useCanary(): Canary {
  let port = 0;
  let connections = 0;
  const listener = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => listener.listen(0, '0.0.0.0', resolve));
    ({ port } = listener.address() as AddressInfo);
  });
  afterAll(() => void listener.close());
  beforeEach(() => {
    connections = 0;
  });
  return {
    get port() {
      return port;
    },
    get connections() {
      return connections;
    },
  };
}
