import { expect, test } from 'vitest';
import { buildTimeline } from '../../../src/dashboard/api/build-timeline.ts';
import { countDays } from '../../../src/dashboard/api/count-days.ts';
import type { TimelineTarget, TimelineWrite } from '../../../src/dashboard/api/timeline.table.ts';
import { errorDetail } from '../../../src/publishing/error-detail.ts';

const ID = '019f3c1e-7d5a-7a3b-9c4d-5e6f7a8b9c0d';
const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 20, 9) + seconds * 1_000);
const iso = (seconds: number): string => at(seconds).toISOString();

const target: TimelineTarget = {
  ...{
    id: ID,
    accountId: ID,
    platform: 'threads',
    recordedAt: at(0),
    publishAt: null,
    runAt: at(0),
    status: 'pending',
  },
  ...{ publishedAt: null, settledAt: null, error: null, commentStatus: 'none', commentError: null },
  ...{ isDone: false, isRunning: false, follows: null, followUpKind: null, followUpIndex: null },
};
const write = (from: number, to: number | null, more: Partial<TimelineWrite> = {}): TimelineWrite => ({
  ...{
    id: `${from}`,
    targetId: ID,
    kind: 'publish',
    ordinal: 0,
    state: to === null ? 'intended' : 'not_sent',
    sends: 1,
    detail: null,
  },
  ...{ intendedAt: at(from), resolvedAt: to === null ? null : at(to) },
  ...more,
});
const story = (of: Partial<TimelineTarget>, journal: readonly TimelineWrite[]) => {
  const { state, entries } = buildTimeline({ ...target, ...of }, journal);
  return [
    state,
    ...entries.map((entry) =>
      [entry.kind, 'state' in entry ? entry.state : '', entry.at, 'until' in entry ? entry.until : '']
        .filter(Boolean)
        .join(' '),
    ),
  ];
};

test('a scheduled post that nothing has touched waits for its time', () => {
  expect(story({ publishAt: at(3_600), runAt: at(3_600) }, [])).toEqual([
    'waiting',
    `recorded ${iso(0)}`,
    `due ${iso(3_600)}`,
  ]);
});

test('pauses between attempts are waits, and the last one lasts until the next look', () => {
  const journal = [write(1, 2, { kind: 'container', state: 'accepted' }), write(2, 3), write(33, 34)];
  expect(story({ runAt: at(94) }, journal)).toEqual([
    'waiting',
    `recorded ${iso(0)}`,
    `write accepted ${iso(1)}`,
    `write not_sent ${iso(2)}`,
    `wait ${iso(3)} ${iso(33)}`,
    `write not_sent ${iso(33)}`,
    `wait ${iso(34)} ${iso(94)}`,
  ]);
});

test('a write without an answer runs, and nothing waits after it', () => {
  expect(story({ isRunning: true }, [write(1, null)])).toEqual([
    'running',
    `recorded ${iso(0)}`,
    `write running ${iso(1)}`,
  ]);
});

test('a lost answer ends as unknown, with the error and its remedy', () => {
  const error = errorDetail('outcome_unknown');
  const { entries } = buildTimeline({ ...target, isDone: true, status: 'failed', settledAt: at(60), error }, [
    write(1, 31, { state: 'unknown', sends: 2, detail: 'Bearer abcdefghijklmnopqrstuvwxyz012345' }),
  ]);
  expect(entries.slice(1)).toEqual([
    {
      ...{
        kind: 'write',
        id: '1',
        at: iso(1),
        endedAt: iso(31),
        write: 'publish',
        ordinal: 0,
        state: 'unknown',
        sends: 2,
      },
      detail: expect.not.stringContaining('abcdefghij'),
    },
    { kind: 'failed', at: iso(60), error },
  ]);
});

test('a late answer counts as accepted, and the first comment ends after its post', () => {
  const journal = [write(1, 2, { state: 'accepted_late' }), write(3, 4, { kind: 'comment', state: 'rejected' })];
  const of = {
    isDone: true,
    status: 'published',
    publishedAt: at(2),
    settledAt: at(2),
    commentStatus: 'failed',
    commentError: 'permission_missing: no',
  } as const;
  expect(story(of, journal)).toEqual([
    'done',
    `recorded ${iso(0)}`,
    `write accepted ${iso(1)}`,
    `published ${iso(2)}`,
    `wait ${iso(2)} ${iso(3)}`,
    `write rejected ${iso(3)}`,
    `comment ${iso(4)}`,
  ]);
});

test('what is billed outside of its month counts on the nearest day, so that the days add up', () => {
  const period = { start: new Date(Date.UTC(2026, 1, 1)), end: new Date(Date.UTC(2026, 2, 1)) };
  const days = countDays(period, [
    { date: '2026-01-31', kind: 'publish', units: 1 },
    { date: '2026-02-03', kind: 'publish', units: 65 },
    { date: '2026-02-03', kind: 'comment', units: 1 },
    { date: '2026-03-02', kind: 'repost', units: 2 },
  ]);
  expect(days).toHaveLength(28);
  expect(days.filter(({ units }) => units > 0)).toEqual([
    { date: '2026-02-01', units: 1, publish: 1, comment: 0, repost: 0 },
    { date: '2026-02-03', units: 66, publish: 65, comment: 1, repost: 0 },
    { date: '2026-02-28', units: 2, publish: 0, comment: 0, repost: 2 },
  ]);
});
