import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@fanfare/network';
import { startServer } from '../../src/composition/start-server.ts';
import { readConfig } from '../../src/config/config.ts';
import { networksFromEnvironment } from '../../src/config/networks.ts';
import { createLogger } from '../../src/process/log/log.ts';
import type { Checkpoint } from '../../src/publishing/checkpoint.ts';
import type { ChaosServerOptions } from './chaos-server-options.ts';
import { type CrashPoint, createArmedCheckpoint } from './crash-points.ts';
import { type MediaPoint, watchMedia } from './media-points.ts';
import { mutateAdapter, mutateStatements } from './mutants.ts';
import type { Pass } from './pass.ts';
import { withShortTimeouts, wrapNetworks } from './scaled-networks.ts';
import { type StatementPoint, watchDeliveries, watchStatements } from './statement-points.ts';

/**
 * The real service in a process with crash points, short leases and scaled networks. Only this file
 * adds them; the service has no switch for any.
 */
const serverOptions = JSON.parse(process.env.CHAOS_SERVER_OPTIONS!) as ChaosServerOptions;
const config = readConfig();
const log = createLogger(config.logLevel, (line) => process.stdout.write(line));
const processClock: Clock = {
  now: () => Date.now() + serverOptions.clockSkewMs,
  sleep: (ms, signal) => sleep(ms / serverOptions.waitScale, undefined, signal ? { signal } : {}),
};
const armed = createArmedCheckpoint(serverOptions.crashPoints);
const passes: Pass[] = [];
const JOB_EVERY_MS = 300;
const checkpoint: Checkpoint = (point, target) => {
  if (serverOptions.recordedPoints.includes(point))
    passes.push({ point, targetId: target.targetId, atMs: performance.now() });
  return armed.checkpoint(point, target);
};
process.on('message', (message: { type: string; crashPoints: CrashPoint[] }) => {
  if (message.type === 'passes') process.send?.({ type: 'passes', passes });
  if (message.type !== 'arm') return;
  armed.rearm(message.crashPoints);
  process.send?.({ type: 'armed' });
});
const reach = (point: StatementPoint | MediaPoint) => armed.checkpoint(point, {});
watchStatements(reach);
watchDeliveries(reach);
mutateStatements(serverOptions.mutants);
// After the mutants, whose order of steps it sees.
if (serverOptions.deletesMedia) watchMedia(reach);
const server = await startServer(config, {
  log,
  processClock,
  timings: serverOptions.timings,
  ...(serverOptions.statementTimeoutMs !== undefined && { statementTimeoutMs: serverOptions.statementTimeoutMs }),
  checkpoint,
  unpublishCheckpoint: (name, of) => armed.checkpoint(`unpublish ${name}`, of),
  webhookTimes: { lookEveryMs: 200, timeoutMs: 1_500, leaseSeconds: 2 },
  ...(!serverOptions.jobs && {
    startJobs: ({ runs }) => {
      if (serverOptions.deletesMedia) void repeat(runs['delete-media']);
      return { wake: () => undefined, stop: async () => undefined };
    },
  }),
  networks: wrapNetworks(networksFromEnvironment(config.environment), (adapter) =>
    mutateAdapter(serverOptions.mutants, withShortTimeouts(serverOptions.timeoutScale)(adapter)),
  ),
});
process.send?.({ type: 'ready' });

let stopping = false;
process.on('SIGTERM', () => {
  if (stopping) return;
  stopping = true;
  void server.stop().then(() => process.exit(0));
});
process.on('disconnect', () => process.exit(1));

/** For as long as the process lives. */
async function repeat(job: (stopping: AbortSignal) => Promise<unknown>): Promise<void> {
  for (;;) {
    await sleep(JOB_EVERY_MS);
    await job(new AbortController().signal).catch((err: unknown) => log.error({ err }, 'the job failed'));
  }
}
