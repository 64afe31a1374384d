import type { Clock } from '@fanfare/network';
import { isErrorCode } from '../is-error-code.ts';
import type { Logger } from '../log.ts';

/** https://www.postgresql.org/docs/18/errcodes-appendix.html: too_many_connections, cannot_connect_now */
const NOT_NOW = ['53300', '57P03'];
const WAIT_MS = 60_000;
const PAUSE_MS = 2_000;
/** A line of the log for every so many attempts. */
const ATTEMPTS_PER_LINE = 5;

type Deps = { readonly clock: Clock; readonly log: Logger };

/**
 * Repeats a start that found every connection to PostgreSQL taken, or PostgreSQL not yet ready, for up to a minute, and says so in the log. Then throws what
 * it was refused with; anything else it throws at once.
 */
export async function untilAdmitted<T>({ clock, log }: Deps, start: () => Promise<T>): Promise<T> {
  const giveUpAt = clock.now() + WAIT_MS;
  for (let attempt = 0; ; attempt++) {
    try {
      return await start();
    } catch (error) {
      if (!isNotNow(error) || clock.now() >= giveUpAt) throw error;
      if (attempt % ATTEMPTS_PER_LINE === 0)
        log.warn({ err: error, waitsForMs: giveUpAt - clock.now() }, 'PostgreSQL takes no connection yet; waiting');
    }
    await clock.sleep(PAUSE_MS);
  }
}

function isNotNow(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // PgBouncer gives its own refusals another code.
  const isFull = NOT_NOW.some((code) => isErrorCode(error, code)) || /no more connections allowed/.test(error.message);
  return isFull || isNotNow(error.cause);
}
