import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { startEventService } from './events/event-service.ts';
import { measureCpu } from './events/measure-cpu.ts';
import { measureDelivery } from './events/measure-delivery.ts';
import { measureHanging } from './events/measure-hanging.ts';
import { startReceivers } from './events/receivers.ts';

/**
 * Measures events on the whole service: a server process in production mode, PostgreSQL with fsync, simulated X that answers at once, HTTP receivers. It takes
 * about four and a half minutes. `--only a`, `b` or `c` measures one part.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '20' },
    'hanging-rounds': { type: 'string', default: '3' },
    'cpu-rounds': { type: 'string', default: '30' },
  },
});

const receivers = await startReceivers();
const service = await startEventService();
const stop = async (): Promise<void> => {
  await service.stop();
  await receivers.stop();
};
let isEnding = false;
const endEarly = (why: unknown): void => {
  if (isEnding) return;
  isEnding = true;
  console.error(why);
  void stop().finally(() => process.exit(1));
};
// An error of the thread or of a post that nothing waits for yet is an uncaught exception.
for (const event of ['SIGINT', 'SIGTERM', 'uncaughtException'] as const) process.on(event, endEarly);

const at = { service, receivers };
const parts = {
  a: () => measureDelivery(at, Number(values.seconds)),
  b: () => measureHanging(at, Number(values['hanging-rounds'])),
  c: () => measureCpu(at, Number(values['cpu-rounds'])),
};
try {
  console.log(
    `${cpus().length} x ${cpus()[0]?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.version}, ${service.database}, load ${loadavg()[0]!.toFixed(1)} at the start\n`,
  );
  for (const [name, measure] of Object.entries(parts)) {
    if (values.only !== undefined && values.only !== name) continue;
    if (!(await measure())) process.exitCode = 1;
    console.log();
  }
} finally {
  await stop();
}
