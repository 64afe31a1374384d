import { redact } from '@fanfare/network';
import { type Logger as PinoLogger, pino, stdSerializers } from 'pino';

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
      serializers: { err: stdSerializers.err, reason: stdSerializers.err },
      redact: {
        paths: ['authorization', 'cookie', '*.authorization', '*.cookie', '*.headers', 'credential', '*.credential'],
        censor: '[redacted]',
      },
    },
    { write: (line: string) => write(redact(line, Number.POSITIVE_INFINITY)) },
  );
}
