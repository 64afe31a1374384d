import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { explainFileFailure } from '../config/installation/file-failure.ts';
import type { AddHubDrivers, AddNetworks } from '../config/networks.ts';
import { explainDatabaseFailure } from '../db/database-failure.ts';
import { migrate } from '../db/migrate.ts';
import { retryTransient } from '../db/retry-transient.ts';
import { waitForPostgres } from '../db/wait-for-postgres.ts';
import { HostNotUsable } from '../http/http-server.ts';
import { warnAtStart } from '../operator/doctor/warn-at-start.ts';
import { systemClock } from '../process/clock.ts';
import { isErrorCode } from '../process/is-error-code.ts';
import { createLogger } from '../process/log/log.ts';
import { type FanfareServer, startServer } from './start-server.ts';

export type RunOptions = {
  /**
   * Returns networks to add to the shipped ones. A RangeError means an invalid setting: the server
   * prints its message and exits. Other exceptions are printed with their stack.
   */
  readonly addNetworks?: AddNetworks;
  /** Returns drivers for kinds of hubs that are not shipped (docs/adding-a-hub-driver.md). */
  readonly addHubDrivers?: AddHubDrivers;
};

/**
 * Runs one server process: reads the environment (docs/self-hosting.md), migrates the schema,
 * listens, and stops gracefully on SIGTERM, SIGINT or SIGHUP. When it cannot start, it prints the
 * reason on standard error and exits with code 1.
 *
 * @example
 * await runServer({ addNetworks: ({ settings }) => [mastodonFromSettings(settings)] });
 */
export async function runServer(options: RunOptions = {}): Promise<void> {
  // The reader of our output may exit before us.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  let config: Config | null = null;
  try {
    config = readConfig();
    await run(config, options);
  } catch (error) {
    process.stderr.write(`${explain(error, config)}\n`);
    // The parent process (the dev command) may handle the error.
    if (error instanceof Error && 'code' in error && process.connected)
      process.send?.({ type: 'failed', reason: error.code }, () => process.exit(1));
    else process.exit(1);
  }
}

async function run(config: Config, options: RunOptions): Promise<void> {
  const log = createLogger(config.logLevel, (line) => process.stdout.write(line));
  let server: FanfareServer | null = null;
  let stopping = false;
  const stop = async (why: string): Promise<void> => {
    stopping = true;
    log.info({ why }, 'stopping');
    await server?.stop();
    log.info({}, 'stopped');
    process.exit(0);
  };
  // SIGHUP: the terminal or session of the server was closed.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A second signal does not wait: recovery continues what is left.
      if (stopping) process.exit(1);
      void stop(signal);
    });
  }
  // The parent was killed. Nothing may block the next start.
  process.on('disconnect', () => {
    if (!stopping) void stop('the process that started this one is gone');
  });
  const fatal = (err: unknown): void => {
    log.error({ err }, 'fatal');
    process.exit(1);
  };
  process.on('uncaughtException', fatal);
  process.on('unhandledRejection', fatal);

  server = await waitForPostgres({ clock: systemClock, log }, async () => {
    const applied = await migrate(config.databaseUrl);
    if (applied.length > 0) log.info({ applied }, 'schema brought up to date');
    const addNetworks = withConfigErrors(options.addNetworks);
    const addHubDrivers = withConfigErrors(options.addHubDrivers);
    return startServer(config, { log, addNetworks, addHubDrivers });
  });
  log.info({ baseUrl: server.baseUrl, metricsUrl: server.metricsUrl, pid: process.pid }, 'listening');
  if (!config.development) void warnAtStart({ config, log });
  const { openSetup } = server;
  const setupUrl = await retryTransient(openSetup);
  if (process.connected) process.send?.({ type: 'ready', baseUrl: server.baseUrl, setupUrl });
  else if (setupUrl !== null)
    log.warn({ setupUrl }, 'nobody has signed in yet: whoever opens this link first becomes the owner');
}

/** Turns each RangeError of an installation's function into a ConfigError. */
function withConfigErrors<Given, Added>(
  add: ((given: Given) => Added) | undefined,
): ((given: Given) => Added) | undefined {
  return (
    add &&
    ((given) => {
      try {
        return add(given);
      } catch (error) {
        throw error instanceof RangeError ? new ConfigError(error.message) : error;
      }
    })
  );
}

/** Explains in one sentence what the operator can fix; else returns the stack. */
function explain(error: unknown, config: Config | null): string {
  if (error instanceof ConfigError) return error.message;
  if (config !== null) {
    const isMetrics = error instanceof Error && 'port' in error && error.port === config.metricsPort;
    const [name, port, host] = isMetrics
      ? ['METRICS_PORT', config.metricsPort, config.metricsHost]
      : ['PORT', config.port, config.host];
    if (error instanceof HostNotUsable)
      return `HOST or METRICS_HOST: ${error.message} Set it to one of its addresses, to 127.0.0.1, or to 0.0.0.0 for all.`;
    if (isErrorCode(error, 'EADDRINUSE'))
      return `Port ${port} of ${host} is taken. Set ${name} to another one, or stop the program that listens there.`;
    if (isErrorCode(error, 'EACCES') && 'syscall' in error && error.syscall === 'listen')
      return `This account may not listen on port ${port}. Set ${name} to 1024 or above and let a proxy take the traffic.`;
    const failure = explainFileFailure(error) ?? explainDatabaseFailure(error, config.databaseUrl);
    if (failure !== null) return failure;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
