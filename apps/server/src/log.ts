import { redact } from '@fanfare/network';
import { type Logger as PinoLogger, pino } from 'pino';
import { logError } from './log-error.ts';

export type Logger = Pick<PinoLogger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'child'>;

/**
 * One JSON line per event. Two steps keep credentials out: known fields are redacted by name, and every finished line is scrubbed for the known formats of
 * tokens and keys.
 */
export function createLogger(level: string, write: (line: string) => void): PinoLogger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      // Errors in any field, before pino serializes all of their properties.
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

function withPlainErrors(line: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(line);
  if (!entries.some(([, value]) => value instanceof Error)) return line;
  return Object.fromEntries(entries.map(([name, value]) => [name, value instanceof Error ? logError(value) : value]));
}
