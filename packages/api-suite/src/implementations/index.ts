import type { Implementation, ImplementationName } from '../implementation.ts';
import { startMock } from './mock.ts';
import { serverOf } from './server.ts';
import { type Service, startService } from './start-service.ts';

let service: Promise<Service> | null = null;
let users = 0;

/** The server and the SDK speak to one service; it ends when nobody needs it any more. */
async function useService(): Promise<{ readonly service: Service; readonly stop: () => Promise<void> }> {
  users += 1;
  service ??= startService();
  const running = await service;
  return {
    service: running,
    async stop() {
      users -= 1;
      if (users > 0) return;
      service = null;
      await running.stop();
    },
  };
}

const START: Partial<Record<ImplementationName, () => Promise<Implementation>>> = {
  server: async () => {
    const { service: running, stop } = await useService();
    return serverOf(running, stop);
  },
  mock: startMock,
};

/**
 * Starts one of the implementations; `stop` ends it and everything it needed.
 *
 * @example
 * const server = await startImplementation('server');
 */
export function startImplementation(name: ImplementationName): Promise<Implementation> {
  const start = START[name];
  if (!start) throw new RangeError(`${name} is not there.`);
  return start();
}
