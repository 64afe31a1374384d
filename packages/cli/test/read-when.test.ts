import { expect, test } from 'vitest';
import { readWhen } from '../src/when/read-when.ts';

/** A Saturday in Berlin, 21:00 there. */
const NOW = new Date('2026-11-28T20:00:00Z');

test.each([
  ['2026-12-01T09:00:00Z', '2026-12-01T09:00:00.000Z'],
  ['2026-12-01t09:00+05:30', '2026-12-01T03:30:00.000Z'],
  ['2026-12-01 09:00', '2026-12-01T08:00:00.000Z'],
  ['2027-07-01T09:00', '2027-07-01T07:00:00.000Z'],
  ['tomorrow 9:00', '2026-11-29T08:00:00.000Z'],
  ['Tomorrow at 9am', '2026-11-29T08:00:00.000Z'],
  ['today  21:30', '2026-11-28T20:30:00.000Z'],
  ['tomorrow noon', '2026-11-29T11:00:00.000Z'],
  ['12:30 am', '2026-11-28T23:30:00.000Z'],
  ['monday 08:30', '2026-11-30T07:30:00.000Z'],
  ['saturday 08:30', '2026-12-05T07:30:00.000Z'],
  ['saturday 23:00', '2026-11-28T22:00:00.000Z'],
  ['23:15', '2026-11-28T22:15:00.000Z'],
  ['08:15', '2026-11-29T07:15:00.000Z'],
  ['in 2 hours', '2026-11-28T22:00:00.000Z'],
  ['in 90m', '2026-11-28T21:30:00.000Z'],
  ['in 1 week', '2026-12-05T20:00:00.000Z'],
])('in Berlin "%s" is %s', (text, instant) => {
  expect(readWhen(text, { zone: 'Europe/Berlin', now: NOW }).at.toISOString()).toBe(instant);
});

test.each([
  ['the earlier of two', '2027-10-31 02:30', '2027-10-31T00:30:00.000Z', null],
  ['the days of the month in the zone', 'tomorrow 9:00', '2026-11-29T08:00:00.000Z', 'tomorrow 9:00 Europe/Berlin'],
  ['a duration, whatever the zone', 'in 2 hours', '2026-11-28T22:00:00.000Z', 'in 2 hours'],
])('takes %s, and keeps words that mean another time later', (_, text, instant, words) => {
  expect(readWhen(text, { zone: 'Europe/Berlin', now: NOW })).toEqual({ at: new Date(instant), words });
});

test.each([
  ['tomorow 9:00', /is no time that is understood\. Forms: /],
  ['tomorrow 9', /is no time/],
  ['tomorrow', /is no time/],
  ['9:00 or later', /is no time/],
  ['tomorrow 25:00', /is no time/],
  ['13pm', /is no time/],
  ['2026-02-30 09:00', /is no time/],
  ['', /is no time/],
  ['2027-03-28 02:30', /does not exist in Europe\/Berlin: clocks are put forward/],
  ['today 20:58', /"today 20:58" is in the past: 2026-11-28T19:58:00\.000Z/],
])('refuses "%s"', (text, message) => {
  expect(() => readWhen(text, { zone: 'Europe/Berlin', now: NOW })).toThrow(message);
});

test('refuses a zone that does not exist', () => {
  expect(() => readWhen('18:00', { zone: 'Europe/Berln', now: NOW })).toThrow('There is no time zone "Europe/Berln".');
});
