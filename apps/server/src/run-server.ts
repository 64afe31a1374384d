import { systemClock } from './clock.ts';
import { type FanfareServer, startServer } from './compose.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { explainDatabaseFailure } from './db/database-failure.ts';
import { migrate } from './db/migrate.ts';
import { waitForPostgres } from './db/wait-for-postgres.ts';
import { isErrorCode } from './is-error-code.ts';
import { createLogger } from './log.ts';
import type { AddNetworks } from './networks.ts';

export type RunOptions = {
  /**
   * Networks of the installation's own, beside the shipped ones. Throw RangeError for a setting that cannot be meant: the start ends with its sentence, and
   * with the stack of every other exception.
   */
  readonly addNetworks?: AddNetworks;
};

/**
 * One server process: configuration from the environment, schema, listen, and a graceful end on SIGTERM or SIGINT. Ends the process with 1, and a sentence
 * on standard error, when it cannot start. The variables stand in docs/self-hosting.md.
 *
 * @example
 * await runServer({ addNetworks: ({ settings }) => [mastodonFromSettings(settings)] });
 */
export async function runServer(options: RunOptions = {}): Promise<void> {
  // Whoever reads our output may leave before we do.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  let config: Config | null = null;
  try {
    config = readConfig();
    await run(config, options);
  } catch (error) {
    process.stderr.write(`${explain(error, config)}\n`);
    // A parent that started this process (the dev command) may know what to do.
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
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // A second signal does not wait: recovery takes up what is left.
      if (stopping) process.exit(1);
      void stop(signal);
    });
  }
  // The parent is gone without a word (killed): nothing may be left that blocks the next start.
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
    return startServer(config, { log, addNetworks: sayWhatIsWrong(options.addNetworks) });
  });
  log.info({ baseUrl: server.baseUrl, metricsUrl: server.metricsUrl, pid: process.pid }, 'listening');
  if (process.connected) process.send?.({ type: 'ready', baseUrl: server.baseUrl });
}

function sayWhatIsWrong(addNetworks: AddNetworks | undefined): AddNetworks | undefined {
  return (
    addNetworks &&
    ((given) => {
      try {
        return addNetworks(given);
      } catch (error) {
        throw error instanceof RangeError ? new ConfigError(error.message) : error;
      }
    })
  );
}

/** What the operator can mend is one sentence; anything else is a defect of ours and shows where it is. */
function explain(error: unknown, config: Config | null): string {
  if (error instanceof ConfigError) return error.message;
  if (config !== null) {
    const isMetrics = error instanceof Error && 'port' in error && error.port === config.metricsPort;
    const [name, port] = isMetrics ? ['METRICS_PORT', config.metricsPort] : ['PORT', config.port];
    if (isErrorCode(error, 'EADDRINUSE'))
      return `Port ${port} of ${config.host} is taken. Set ${name} to another one, or end the program that listens there.`;
    if (isErrorCode(error, 'EACCES') && 'syscall' in error && error.syscall === 'listen')
      return `This account may not listen on port ${port}. Set ${name} to 1024 or above and let a proxy take the traffic.`;
    const failure = explainDatabaseFailure(error, config.databaseUrl);
    if (failure !== null) return failure;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
