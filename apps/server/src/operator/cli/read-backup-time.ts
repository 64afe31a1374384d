import { type ParsedTimestamp, parseTimestamp } from '@fanfare/contract';

/** Output of `select now()`: a space for the T, and an offset of whole hours without minutes. */
const OF_POSTGRESQL = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?) ?([+-]\d\d)(?::?(\d\d))?$/;

/** Parses the time of a backup: ISO 8601 with an offset, or PostgreSQL's output. */
export const readBackupTime = (text: string): ParsedTimestamp =>
  parseTimestamp(
    text
      .trim()
      .replace(
        OF_POSTGRESQL,
        (_all, day: string, time: string, hours: string, minutes = '00') => `${day}T${time}${hours}:${minutes}`,
      ),
  );
