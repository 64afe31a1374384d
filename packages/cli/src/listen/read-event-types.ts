import { STORED_EVENT_TYPES, type StoredEventType } from '@fanfare/contract';
import { CliError } from '../cli-error.ts';

/** Reads types of events with commas between them. Throws CliError for an unknown one. */
export function readEventTypes(text: string): ReadonlySet<StoredEventType> {
  return new Set(text.split(',').map((part) => readEventType(part.trim())));
}

function readEventType(name: string): StoredEventType {
  const found = STORED_EVENT_TYPES.find((type) => type === name);
  if (found) return found;
  throw new CliError(`There is no event "${name}". Events: ${STORED_EVENT_TYPES.join(', ')}`);
}
