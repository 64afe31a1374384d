import { expect, test } from 'vitest';
import type { Standbys } from '../../../src/observe/standbys.table.ts';
import { judgeHosts } from '../../../src/operator/doctor/check-hosts.ts';
import { judgeStandbys } from '../../../src/operator/doctor/check-standbys.ts';

const NONE: Standbys = {
  isStandby: false,
  isSynchronous: false,
  connected: 0,
  seen: { synchronous: 0, lagSeconds: 0 },
};
const one = (lagSeconds: number, synchronous = 0) => ({ connected: 1, seen: { synchronous, lagSeconds } });

/** Returns what is said of a primary with these standbys. */
const said = (standbys: Partial<Standbys>, hosts = 1) => {
  const { check, ...found } = judgeStandbys({ ...NONE, ...standbys }, hosts);
  expect(check).toBe('standby');
  return found;
};

test('no standby is a fact for one host, and a warning where several are named', () => {
  const message = 'No standby follows PostgreSQL: when its disk is lost, the last backup is what is left.';
  expect(said({})).toEqual({ state: 'ok', message });
  const fix = 'DATABASE_URL names 2 hosts: start the standby. See docs/high-availability.md.';
  expect(said({}, 2)).toEqual({ state: 'warning', message, fix });
});

test('commits that wait for a standby which is not there are a problem, with and without privileges', () => {
  const problem = {
    state: 'problem',
    message: 'Every commit waits for a synchronous standby, and none is connected: writes wait.',
    fix: 'Start the standby, or set synchronous_standby_names to an empty value and reload PostgreSQL.',
  };
  expect(said({ isSynchronous: true })).toEqual(problem);
  expect(said({ isSynchronous: true, seen: null })).toEqual(problem);
  expect(said({ isSynchronous: true, ...one(0) })).toEqual(problem);
});

test('a synchronous standby is well, until it is behind; alone it is said that writes wait for it', () => {
  const alone = (lag: string) =>
    `One standby follows, at most ${lag} s behind. Every commit waits for a synchronous one: while it is away, writes wait.`;
  expect(said({ isSynchronous: true, ...one(0.04, 1) })).toEqual({ state: 'ok', message: alone('0.0') });
  const fix = 'Look at its log, its network and its disk.';
  expect(said({ isSynchronous: true, ...one(31, 1) })).toEqual({ state: 'warning', message: alone('31.0'), fix });
  const message = '2 standbys follow. Every commit waits for a synchronous one.';
  expect(said({ isSynchronous: true, connected: 2, seen: null })).toEqual({ state: 'ok', message });
});

test('asynchronous standbys are a warning that says what a promotion loses', () => {
  const fix = 'Set synchronous_standby_names. See docs/high-availability.md.';
  const message = (who: string) =>
    `${who}: a promotion loses the last commits, and posts of that time with their keys.`;
  expect(said(one(0.72))).toEqual({
    ...{ state: 'warning', fix },
    message: message('One standby follows asynchronously, at most 0.7 s behind'),
  });
  expect(said({ connected: 2, seen: null })).toEqual({
    ...{ state: 'warning', fix },
    message: message('2 standbys follow asynchronously'),
  });
});

test('a PostgreSQL that is a standby itself is a problem', () => {
  expect(said({ isStandby: true })).toEqual({
    state: 'problem',
    message: 'PostgreSQL is a standby and takes no writes.',
    fix: 'Set DATABASE_URL to the primary, or to all hosts.',
  });
});

test('each of several hosts is named with its role; two primaries are a problem', () => {
  const [a, b] = [{ place: 'a:5432' }, { place: 'b:5432' }];
  expect(
    judgeHosts([
      { ...a, role: 'standby' },
      { ...b, role: 'primary' },
    ]),
  ).toEqual({
    ...{ check: 'hosts', state: 'ok' },
    message: 'a:5432: standby, b:5432: primary.',
  });
  expect(
    judgeHosts([
      { ...a, role: 'primary' },
      { ...b, role: 'no answer' },
    ]),
  ).toEqual({
    ...{ check: 'hosts', state: 'warning' },
    message: 'a:5432: primary, b:5432: no answer.',
    fix: 'Start it, or take it out of DATABASE_URL.',
  });
  expect(
    judgeHosts([
      { ...a, role: 'primary' },
      { ...b, role: 'primary' },
    ]),
  ).toEqual({
    ...{ check: 'hosts', state: 'problem' },
    message: 'a:5432: primary, b:5432: primary. Two take writes, and what one of them takes is lost.',
    fix: 'Stop the former primary, and make it a standby of the other. See docs/high-availability.md.',
  });
});
