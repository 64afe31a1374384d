import type { Clock } from '@fanfare/network';
import { isErrorCode } from '../process/is-error-code.ts';
import type { Logger } from '../process/log/log.ts';
import { NoHost } from './database-hosts.ts';
import { DatabaseReadOnly } from './database-unavailable.ts';

// too_many_connections, cannot_connect_now
// https://www.postgresql.org/docs/18/errcodes-appendix.html
const RETRYABLE = ['53300', '57P03'];
const WAIT_MS = 60_000;
const PAUSE_MS = 2_000;
/** Logs one of this many attempts. */
const ATTEMPTS_PER_LINE = 5;

type Deps = { readonly clock: Clock; readonly log: Logger };

/**
 * Retries `start` for up to a minute while PostgreSQL starts up or has no free connection, with log
 * lines. Throws the last error after that, and any other error at once.
 */
export async function waitForPostgres<T>({ clock, log }: Deps, start: () => Promise<T>): Promise<T> {
  const giveUpAt = clock.now() + WAIT_MS;
  for (let attempt = 0; ; attempt++) {
    try {
      return await start();
    } catch (error) {
      if (!isRetryable(error) || clock.now() >= giveUpAt) throw error;
      if (attempt % ATTEMPTS_PER_LINE === 0)
        log.warn({ err: error, waitsForMs: giveUpAt - clock.now() }, 'PostgreSQL accepts no connection yet; waiting');
    }
    await clock.sleep(PAUSE_MS);
  }
}

function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // One of several hosts is about to become the primary.
  if (error instanceof NoHost)
    return error.errors.some(({ cause }) => cause instanceof DatabaseReadOnly || isRetryable(cause));
  // PgBouncer has another code for its own refusals.
  const isFull =
    RETRYABLE.some((code) => isErrorCode(error, code)) || /no more connections allowed/.test(error.message);
  return isFull || isRetryable(error.cause);
}
