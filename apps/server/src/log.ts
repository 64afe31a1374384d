import { redact } from '@fanfare/network';
import { type Logger as PinoLogger, pino } from 'pino';
import { logError } from './log-error.ts';

export type Logger = Pick<PinoLogger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'child'>;

/**
 * One JSON line per event. Two nets keep credentials out: known fields are dropped by name, and every finished line is scrubbed for the known
 * shapes of tokens and keys before it is written.
 */
export function createLogger(level: string, write: (line: string) => void): PinoLogger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      // Errors under whatever name, before pino would write all that hangs on them.
      formatters: { log: withPlainErrors },
      serializers: { err: (plain: unknown) => plain },
      redact: {
        paths: ['authorization', 'cookie', '*.authorization', '*.cookie', '*.headers', 'credential', '*.credential'],
        censor: '[redacted]',
      },
    },
    { write: (line: string) => write(redact(line, Number.POSITIVE_INFINITY)) },
  );
}

const withPlainErrors = (line: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(line).map(([name, value]) => [name, value instanceof Error ? logError(value) : value]),
  );
