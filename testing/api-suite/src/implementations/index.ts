import type { Implementation, ImplementationName, SdkAsks } from '../implementation.ts';
import type { Remote } from '../selection.ts';
import { startBrowser } from './browser.ts';
import { startMock } from './mock.ts';
import { remoteOf } from './remote.ts';
import { sdkAtMock, sdkAtServer } from './sdk.ts';
import { serverOf } from './server.ts';
import { startStandalone } from './standalone.ts';
import { type Service, startService } from './start-service.ts';

let service: Promise<Service> | null = null;
let users = 0;

/**
 * The server, and the SDK when it asks the server, share one service; it ends when neither needs it
 * any more.
 */
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

const START: Readonly<Record<ImplementationName, (sdkAsks: SdkAsks) => Promise<Implementation>>> = {
  server: async () => {
    const { service: running, stop } = await useService();
    return serverOf(running, stop);
  },
  sdk: async (sdkAsks) => {
    if (sdkAsks === 'mock') return sdkAtMock();
    const { service: running, stop } = await useService();
    return sdkAtServer(running, stop);
  },
  mock: startMock,
  browser: startBrowser,
  standalone: startStandalone,
};

/**
 * Starts one of the implementations, or speaks to a service that runs already; `stop` ends what was
 * started.
 *
 * @example
 * const server = await startImplementation('server', { remote: null, sdkAsks: 'mock' });
 */
export async function startImplementation(
  name: ImplementationName,
  options: { readonly remote: Remote | null; readonly sdkAsks: SdkAsks },
): Promise<Implementation> {
  return options.remote ? remoteOf(options.remote) : START[name](options.sdkAsks);
}
