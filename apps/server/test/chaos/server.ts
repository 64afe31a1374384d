import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@fanfare/network';
import { startServer } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/log.ts';
import { networksFromEnvironment } from '../../src/networks.ts';
import { type Arm, createArmedCheckpoint } from './arms.ts';
import { mutateAdapter, mutateStatements } from './mutants.ts';
import { withShortTimeouts, wrapNetworks } from './scaled-networks.ts';
import type { ServerOrders } from './server-orders.ts';

/**
 * The service as it is, in a process that can be told to fall, with short leases and hurried networks. Only this file knows how; the service has no switch
 * for any of it.
 */
const orders = JSON.parse(process.env.CHAOS_ORDERS!) as ServerOrders;
const config = readConfig();
const log = createLogger(config.logLevel, (line) => process.stdout.write(line));
const processClock: Clock = {
  now: () => Date.now() + orders.clockSkewMs,
  sleep: (ms, signal) => sleep(ms / orders.waitScale, undefined, signal ? { signal } : {}),
};
const armed = createArmedCheckpoint(orders.arms);
mutateStatements(orders.mutants);
const server = await startServer(config, {
  log,
  processClock,
  timings: orders.timings,
  checkpoint: armed.checkpoint,
  ...(!orders.minuteTick && { startMinuteTick: () => ({ stop: async () => undefined }) }),
  networks: wrapNetworks(networksFromEnvironment(config.environment), (adapter) =>
    mutateAdapter(orders.mutants, withShortTimeouts(orders.timeoutScale)(adapter)),
  ),
});
process.send?.({ type: 'ready' });
process.on('message', (message: { type: string; arms: Arm[] }) => {
  if (message.type === 'arm') armed.rearm(message.arms);
});

let stopping = false;
process.on('SIGTERM', () => {
  if (stopping) return;
  stopping = true;
  void server.stop().then(() => process.exit(0));
});
process.on('disconnect', () => process.exit(1));
