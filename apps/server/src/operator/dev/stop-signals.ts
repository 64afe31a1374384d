import { isAlive } from '../embedded-postgres/is-alive.ts';
import { findLaunchers } from './launchers.ts';
import { createPresses } from './presses.ts';
import type { Shutdown } from './shutdown.ts';

const HINT_AFTER_MS = 1_500;
const POLL_MS = 500;
/** Exit code of a program that Ctrl-C ended. */
const INTERRUPTED = 130;

/**
 * Requests the stop on Ctrl-C, a signal, a closed terminal, or the end of the package manager that
 * started this process. A second Ctrl-C kills the rest.
 */
export function onStopSignals(shutdown: Shutdown, print: (text: string) => void): void {
  const press = createPresses(() => performance.now());
  const stop = (): void => {
    const meant = press();
    if (meant === 'first') {
      print('\nStopping…\n');
      shutdown.request();
      setTimeout(() => print('Still finishing what was begun. Ctrl-C again stops at once.\n'), HINT_AFTER_MS).unref();
    } else if (meant === 'again') {
      shutdown.kill();
      process.exit(INTERRUPTED);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

  // A `kill` of a package manager does not reach its children.
  const launchers = findLaunchers(process.ppid);
  const poll = setInterval(() => {
    if (launchers.every(isAlive)) return;
    clearInterval(poll);
    stop();
  }, POLL_MS).unref();
}
