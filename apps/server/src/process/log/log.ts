import { redact } from '@fanfare/network';
import { pino } from 'pino';
import { currentRequestId } from '../caller-share.ts';
import { logError } from './log-error.ts';
import { withPublicIds } from './log-ids.ts';

/** Fields of a line that may be objects. Those in `SECRET_FIELDS` are redacted in them as well. */
const OBJECTS = ['err', 'call', 'facts', 'form'] as const;
const SECRET_FIELDS = ['authorization', 'cookie', 'headers', 'credential'];

type Plain = string | number | boolean | null | undefined | Date | Error | readonly string[];
type Fields<F> = { readonly [Name in keyof F]: Name extends (typeof OBJECTS)[number] ? unknown : Plain };
type Write = <F extends Fields<F>>(fields: F, text: string) => void;

export type Logger = Readonly<Record<'trace' | 'debug' | 'info' | 'warn' | 'error', Write>>;

/**
 * Logs one JSON line per event. Known fields are redacted by name, and every line is scrubbed for
 * the known formats of tokens and keys. Ids are public ones.
 */
export function createLogger(level: string, write: (line: string) => void): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      // The line names its request itself, or is written in the course of one.
      mixin: () => {
        const requestId = currentRequestId();
        return requestId === null ? {} : { requestId };
      },
      // Before pino serializes all properties of errors.
      formatters: { log: (line) => withPublicIds(withPlainErrors(line)) },
      serializers: { err: (plain: unknown) => plain },
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [field, ...OBJECTS.map((object) => `${object}.${field}`)]),
        censor: '[redacted]',
      },
    },
    { write: (line: string) => write(scrub(line)) },
  );
}

const MOST_LINE_CHARS = 32 * 1024;
const MOST_CUT_CHARS = 4_000;

/** Redacts a line. A longer one cannot be cut inside its JSON, so its beginning becomes a field. */
function scrub(line: string): string {
  if (line.length <= MOST_LINE_CHARS) return redact(line, Number.POSITIVE_INFINITY);
  const { level, time, msg } = JSON.parse(line) as { level: number; time: string; msg?: unknown };
  const kept = { level, time, msg: redact(String(msg ?? '')), cut: redact(line, MOST_CUT_CHARS) };
  return `${JSON.stringify(kept)}\n`;
}

function withPlainErrors(line: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(line);
  if (!entries.some(([, value]) => value instanceof Error)) return line;
  return Object.fromEntries(entries.map(([name, value]) => [name, value instanceof Error ? logError(value) : value]));
}
