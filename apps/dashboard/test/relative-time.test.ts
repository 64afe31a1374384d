import { expect, test } from 'vitest';
import { relativeTime } from '../src/frame/relative-time.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');

test.each([
  ['2026-11-22T12:00:20.000Z', 'in a moment'],
  ['2026-11-22T11:59:31.000Z', 'just now'],
  ['2026-11-22T11:01:00.000Z', '59 minutes ago'],
  ['2026-11-22T14:29:00.000Z', 'in 2 hours'],
  ['2026-11-21T11:00:00.000Z', 'yesterday'],
  ['2026-11-15T12:00:01.000Z', '7 days ago'],
])('%s is %s', (at, text) => {
  expect(relativeTime(new Date(at), NOW)).toBe(text);
});

test('from a week on it is a date, with the year where it is another one', () => {
  expect(relativeTime(new Date('2026-11-15T12:00:00.000Z'), NOW)).toMatch(/^Nov 15, \d\d:00$/);
  expect(relativeTime(new Date('2025-06-15T12:00:00.000Z'), NOW)).toBe('Jun 15, 2025');
});
