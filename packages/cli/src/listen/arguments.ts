import { parseArgs } from 'node:util';
import { STORED_EVENT_TYPES, type StoredEventType } from '@fanfare/contract';
import { CliError } from '../cli-error.ts';

export const LISTEN_HELP = `Sends the events of your project to an address on your machine, signed as webhooks are, and prints each answer.

  fanfare-cli listen --forward-to http://localhost:3000/hooks [options]

  --forward-to URL       where to send them
  --events TYPE,TYPE     only these types (usual: all)
  --after EVENT          go on after this event (evt_…); usual: from now on
  --since TIME           begin with events since a time (2026-11-22T09:00:00Z) or a duration (30s, 10m, 2h, 7d)
  --json                 print lines of JSON
  --api-key-file FILE    a file that holds the API key (usual: FANFARE_API_KEY)
  --help

FANFARE_BASE_URL is the address of your Fanfare. Each start makes a new secret and prints it; FANFARE_WEBHOOK_SECRET sets one instead.
A receiver that is down gets an event four times within seven seconds; what it answers with 4xx or 500 is printed and not sent again.
Ctrl-C ends, with a summary. Exit code: 0 after Ctrl-C, 1 when the service refuses, 2 for a wrong call.
`;

export type ListenArguments = {
  readonly forwardTo: string;
  /** Null for every type. */
  readonly events: ReadonlySet<StoredEventType> | null;
  readonly after: string | null;
  readonly since: Since | null;
  readonly json: boolean;
  readonly apiKeyFile: string | null;
};

/** A moment, or so long before the start. */
export type Since = { readonly at: Date } | { readonly agoMs: number };

const OPTIONS = {
  'forward-to': { type: 'string' },
  events: { type: 'string' },
  after: { type: 'string' },
  since: { type: 'string' },
  json: { type: 'boolean', default: false },
  'api-key-file': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Throws CliError for a wrong call; null when only the help is wanted. */
export function readListenArguments(words: readonly string[]): ListenArguments | null {
  const values = parse(words);
  if (values.help) return null;
  if (values.after !== undefined && values.since !== undefined)
    throw new CliError('--after and --since both say where to begin: give one of them.');
  return {
    forwardTo: readAddress(values['forward-to']),
    events: values.events === undefined ? null : readTypes(values.events),
    after: values.after ?? null,
    since: values.since === undefined ? null : readSince(values.since),
    json: values.json,
    apiKeyFile: values['api-key-file'] ?? null,
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS }).values;
  } catch (error) {
    // The rest of Node's message is advice about words that start with a dash.
    if (error instanceof TypeError)
      throw new CliError(`${error.message.split('. ')[0]}. See: fanfare-cli listen --help`);
    throw error;
  }
}

function readAddress(text: string | undefined): string {
  if (text === undefined) throw new CliError('Say where to send events: --forward-to http://localhost:3000/hooks');
  const url = URL.parse(text);
  const isHttp = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isHttp) throw new CliError('--forward-to takes an http or https address, such as http://localhost:3000/hooks.');
  return url.href;
}

function readTypes(text: string): ReadonlySet<StoredEventType> {
  return new Set(text.split(',').map((part) => readType(part.trim())));
}

function readType(name: string): StoredEventType {
  const found = STORED_EVENT_TYPES.find((type) => type === name);
  if (found) return found;
  throw new CliError(`--events: there is no event "${name}". Events: ${STORED_EVENT_TYPES.join(', ')}`);
}

function readSince(text: string): Since {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return { agoMs: Number(count) * (UNITS_MS[unit] ?? 0) };
  const hasOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/.test(text);
  const at = new Date(text);
  if (hasOffset && !Number.isNaN(at.getTime())) return { at };
  throw new CliError('--since takes a time with its offset (2026-11-22T09:00:00Z) or a duration (30s, 10m, 2h, 7d).');
}
