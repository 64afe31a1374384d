import { EVENT_TYPES } from '@fanfare/sdk/event-types';
import { CliError } from '../cli-error.ts';

/** Types of events that are kept: a test of a webhook is sent to it alone. */
const STORED = EVENT_TYPES.filter((type) => type !== 'webhook.test');

/** Reads types of events with commas between them. Throws CliError for an unknown one. */
export const readEventTypes = (text: string): ReadonlySet<string> =>
  new Set(text.split(',').map((part) => readEventType(part.trim())));

/** Reads the name of a type of event. Throws CliError for an unknown one. */
export function readEventType(name: string): string {
  if (STORED.includes(name)) return name;
  throw new CliError(`There is no event "${name}". Events: ${STORED.join(', ')}`);
}
