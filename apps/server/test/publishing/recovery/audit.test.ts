import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ids, toPublicId } from '../../../src/process/ids.ts';
import { settleFailed, settlePublished } from '../../../src/publishing/settled-targets.table.ts';
import type { TargetRow } from '../../../src/publishing/targets.table.ts';
import { type Difference, findDifferences } from '../../../src/usage/audit.table.ts';
import { runFanfare } from '../../operator/cli/run-fanfare.ts';
import { ERRORS, inSeconds, leaseWith, UNITS, useTargets } from './use-targets.ts';

const targets = useTargets();

async function publish(): Promise<TargetRow> {
  const target = await targets.record();
  const intentId = await targets.intend(target, 'publish');
  const end = { ...leaseWith(target, 1), intentId, eventId: ids.uuid(), platformPostId: '1', url: null };
  await settlePublished(targets.db, [end]);
  return target;
}
const fail = async (): Promise<TargetRow> => {
  const target = await targets.record();
  await settleFailed(targets.db, leaseWith(target, 1), ERRORS.lost);
  return target;
};

/** One consistent target of each kind. */
beforeEach(async () => {
  await targets.record();
  await targets.record({ publishAt: inSeconds(-30) });
  await targets.record({ publishAt: inSeconds(3_600) });
  await publish();
  await fail();
});
afterEach(async () => {
  await targets.clear();
  await targets.db.query({ text: 'truncate reservations, usage_events, quota_periods' });
});

const sql = (text: string, ...values: unknown[]) => targets.db.query({ text, values });

type Plant = readonly [
  name: string,
  plant: () => Promise<TargetRow>,
  differences: (t: TargetRow) => Partial<Difference>[],
];

const planted: readonly Plant[] = [
  [
    'a counter above the sum of its reservations',
    async () => {
      const target = await publish();
      await sql('update quota_periods set reserved = reserved + 1 where project_id = $1', target.projectId);
      return target;
    },
    () => [{ check: 'reserved', subject: '2026-11', found: '1', expected: '0' }],
  ],
  [
    'a reservation that the counter does not include',
    async () => {
      const target = await targets.record();
      await sql('update quota_periods set reserved = 0 where project_id = $1', target.projectId);
      return target;
    },
    () => [{ check: 'reserved', subject: '2026-11', found: '0', expected: String(UNITS) }],
  ],
  [
    'a month without its counter',
    async () => {
      const target = await publish();
      await sql('delete from quota_periods where project_id = $1', target.projectId);
      return target;
    },
    () => [{ check: 'used', subject: '2026-11', found: '0', expected: String(UNITS) }],
  ],
  [
    'a counter that bills more than the ledger',
    async () => {
      const target = await publish();
      await sql('update quota_periods set used = used + 5 where project_id = $1', target.projectId);
      return target;
    },
    () => [{ check: 'used', subject: '2026-11', found: String(UNITS + 5), expected: String(UNITS) }],
  ],
  [
    'a published target without its ledger row',
    async () => {
      const target = await publish();
      await sql('delete from usage_events where project_id = $1', target.projectId);
      return target;
    },
    (t) => [
      {
        check: 'billed_once',
        subject: `target:${t.id}`,
        found: 'publish: no ledger row',
        expected: 'one, it is published',
      },
      { check: 'used', subject: '2026-11', found: String(UNITS), expected: '0' },
    ],
  ],
  [
    'a ledger row of a target that failed',
    async () => {
      const target = await fail();
      await sql(
        `insert into usage_events (project_id, id, subject, kind, period_start, units) values ($1, $2, $3, 'publish', '2026-11-01', 65)`,
        target.projectId,
        ids.uuid(),
        `target:${target.id}`,
      );
      await sql('update quota_periods set used = 65 where project_id = $1', target.projectId);
      return target;
    },
    (t) => [
      { check: 'billed_once', subject: `target:${t.id}`, found: 'publish: 65 billed', expected: 'none, it is failed' },
    ],
  ],
  [
    'units still reserved for a settled target',
    async () => {
      const target = await fail();
      await sql("update reservations set state = 'held' where project_id = $1", target.projectId);
      await sql('update quota_periods set reserved = $2 where project_id = $1', target.projectId, UNITS);
      return target;
    },
    (t) => [{ check: 'held_after_end', subject: `target:${t.id}`, found: `${UNITS} held`, expected: 'none held' }],
  ],
  [
    'a run that continues past its deadline',
    async () => {
      const target = await targets.record();
      await targets.set(target, "deadline_at = now() - interval '31 s'");
      return target;
    },
    (t) => [{ check: 'lease_past_deadline', subject: `target:${t.id}`, expected: 'over' }],
  ],
  [
    'an abandoned target that is not settled',
    async () => {
      const target = await targets.record();
      await targets.set(target, "lease_expires_at = now(), deadline_at = now() - interval '121 s'");
      return target;
    },
    (t) => [{ check: 'unsettled', subject: `target:${t.id}`, expected: 'settled' }],
  ],
  [
    'a scheduled target that was never started',
    async () => targets.record({ publishAt: inSeconds(-120 - 121) }),
    (t) => [{ check: 'unsettled', subject: `target:${t.id}`, expected: 'settled' }],
  ],
];

describe('fanfare audit', () => {
  test('finds nothing where everything agrees, also a moment after a deadline', async () => {
    const target = await targets.record();
    await targets.set(target, "lease_expires_at = now(), deadline_at = now() - interval '110 s'");
    expect(await findDifferences(targets.db)).toEqual([]);
  });

  test.each(planted)('finds %s, and nothing else', async (_name, plant, differences) => {
    const target = await plant();
    const expected = differences(target).map((difference) => ({
      projectId: target.projectId,
      found: expect.any(String) as string,
      ...difference,
    }));
    expect(await findDifferences(targets.db)).toEqual(expected);
  });

  test('a target that was removed with its account leaves its ledger row, which is not a difference', async () => {
    const target = await publish();
    await sql('delete from targets where id = $1', target.id);
    expect(await findDifferences(targets.db)).toEqual([]);
  });

  test('prints its findings and ends with 1; with 0 when there are none', async () => {
    const { url } = targets;
    expect(await runFanfare(['audit'], { DATABASE_URL: url })).toEqual({
      code: 0,
      stdout: 'Everything agrees.\n',
      stderr: '',
    });

    const target = await planted[5]![1]();
    expect(await runFanfare(['audit'], { DATABASE_URL: url })).toEqual({
      code: 1,
      stdout: [
        'PROJECT                         CHECK        OF                              FOUND               EXPECTED',
        `${toPublicId('prj', target.projectId)}  billed_once  ${toPublicId('tgt', target.id)}  publish: 65 billed  none, it is failed`,
        '',
      ].join('\n'),
      stderr: 'fanfare: 1 difference.\n',
    });
  });
});
