import { startServer } from './compose.ts';
import { ConfigError, readConfig } from './config.ts';
import { migrate } from './db/migrate.ts';
import { createLogger } from './log.ts';

/** One server process: configuration, schema, listen, and a graceful end on SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const config = readConfig();
  const log = createLogger(config.logLevel, (line) => process.stdout.write(line));
  const applied = await migrate(config.databaseUrl);
  if (applied.length > 0) log.info({ applied }, 'schema brought up to date');

  const server = await startServer(config, { log });
  log.info({ baseUrl: server.baseUrl, pid: process.pid }, 'listening');
  // A parent that started this process (the dev command) waits for this.
  process.send?.({ type: 'ready', baseUrl: server.baseUrl });

  const stop = async (signal: string): Promise<void> => {
    log.info({ signal }, 'stopping');
    await server.stop();
    log.info({}, 'stopped');
    process.exit(0);
  };
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // A second signal does not wait: recovery takes up what is left.
      if (stopping) process.exit(1);
      stopping = true;
      void stop(signal);
    });
  }
  // The parent is gone without a word (killed): nothing may be left that blocks the next start.
  process.on('disconnect', () => process.emit('SIGTERM'));
  const fatal = (err: unknown): void => {
    log.error({ err }, 'fatal');
    process.exit(1);
  };
  process.on('uncaughtException', fatal);
  process.on('unhandledRejection', fatal);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});
