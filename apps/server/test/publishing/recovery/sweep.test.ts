import { beforeEach, describe, expect, test } from 'vitest';
import { ids } from '../../../src/process/ids.ts';
import { claimDue } from '../../../src/publishing/due-targets.table.ts';
import { settlePublished } from '../../../src/publishing/settled-targets.table.ts';
import { sweepTargets } from '../../../src/publishing/stuck-targets.table.ts';
import { intend } from '../../../src/publishing/write-intents.table.ts';
import { ERRORS, HELD, inSeconds, leaseWith, RELEASED, useTargets } from './use-targets.ts';

const targets = useTargets();
beforeEach(() => targets.clear());

const sweep = () => sweepTargets(targets.db, { errors: ERRORS, lateLimitSeconds: 86_400, leaseSeconds: 60 });
const swept = (code: string) => [{ platform: 'x', code }];

/** The run kept its lease until after its deadline, and then ended. */
const OVERRAN = "lease_expires_at = now(), deadline_at = now() - interval '61 s'";
/** No server has run for a day. */
const ABANDONED =
  "lease_expires_at = now() - interval '24 h', deadline_at = now() - interval '23 h', run_at = now() - interval '24 h 1 s'";
const POISON = 'lease_expires_at = now(), claims = 12';

describe('what no run will settle', () => {
  test.each(['past its deadline', 'run too often'] as const)(
    'a target %s that never recorded a public write: never sent',
    async (why) => {
      const target = await targets.record();
      await targets.intend(target, 'container', 'accepted');
      await targets.set(target, why === 'run too often' ? POISON : OVERRAN);
      expect(await sweep()).toEqual(swept('worker_lost'));
      expect(
        await targets.read(target, 'status, error_detail, done, phase, lease_token, lease_owner, lease_expires_at'),
      ).toEqual({
        status: 'failed',
        error_detail: ERRORS.lost,
        done: true,
        phase: 'done',
        lease_token: 2,
        lease_owner: null,
        lease_expires_at: null,
      });
      expect(await targets.quota(target)).toEqual(RELEASED);
    },
  );

  test('a started target that no server could continue for a day', async () => {
    const target = await targets.record();
    await targets.set(target, ABANDONED);
    expect(await sweep()).toEqual(swept('schedule_missed'));
    expect(await targets.quota(target)).toEqual(RELEASED);
  });

  test.each([[undefined], ['unknown' as const]])(
    'run too often, with an open public write (%s): in doubt',
    async (state) => {
      const target = await targets.record();
      const intentId = await targets.intend(target, 'publish', state);
      await targets.set(target, POISON);
      expect(await sweep()).toEqual(swept('outcome_unknown'));
      expect(await targets.read(target, 'status, error_detail')).toEqual({
        status: 'failed',
        error_detail: ERRORS.doubt,
      });
      expect(await targets.quota(target)).toEqual(RELEASED);
      const { rows } = await targets.db.query({
        text: 'select state from write_intents where id = $1',
        values: [intentId],
      });
      expect(rows).toEqual([{ state: 'unknown' }]);
    },
  );

  test('with a public write that was refused: never published', async () => {
    const target = await targets.record();
    await targets.intend(target, 'publish', 'rejected');
    await targets.set(target, OVERRAN);
    expect(await sweep()).toEqual(swept('worker_lost'));
  });

  test('a schedule missed by more than a day', async () => {
    const target = await targets.record({ publishAt: inSeconds(-86_401) });
    expect(await sweep()).toEqual(swept('schedule_missed'));
    expect(await targets.read(target, 'error_detail')).toEqual({ error_detail: ERRORS.missed });
    expect(await targets.quota(target)).toEqual(RELEASED);
  });

  test('one that was put off, and then missed by more than a day too', async () => {
    const target = await targets.record({ publishAt: inSeconds(-90_000) });
    await targets.set(target, `lease_token = 1, phase = 'deferred', run_at = now() - interval '86401 s'`);
    const claim = { owner: 'late', leaseSeconds: 60, limit: 10, of: 'others', lateLimitSeconds: 86_400 } as const;
    expect(await claimDue(targets.db, claim)).toEqual([]);
    expect(await sweep()).toEqual(swept('schedule_missed'));
    expect(await targets.quota(target)).toEqual(RELEASED);
  });

  test('many of one project release their reservations, each once', async () => {
    const first = await targets.record({ publishAt: inSeconds(-90_000) });
    await targets.db.query({
      text: `with extra as (
               insert into targets (project_id, id, post_id, account_id, platform, position, run_at)
               select project_id, gen_random_uuid(), post_id, account_id, platform, n, run_at from targets, generate_series(1, 7) n
               returning project_id, id
             ), held as (
               insert into reservations (project_id, subject, kind, period_start, units, state)
               select project_id, 'target:' || id, 'publish', '2026-11-01', 5, 'held' from extra
             )
             update quota_periods set reserved = reserved + 35 where project_id = $1`,
      values: [first.projectId],
    });
    const both = await Promise.all([sweep(), sweep(), sweep()]);
    expect(both.flat()).toHaveLength(8);
    const { rows } = await targets.db.query({
      text: 'select reserved, used from quota_periods where project_id = $1',
      values: [first.projectId],
    });
    expect(rows).toEqual([{ reserved: 0, used: 0 }]);
  });
});

describe('what is left alone', () => {
  test.each([undefined, 'unknown' as const])(
    'an open public write (%s), which a run has to read back',
    async (state) => {
      const target = await targets.record();
      await targets.intend(target, 'publish', state);
      for (const columns of [OVERRAN, ABANDONED]) {
        await targets.set(target, columns);
        expect(await sweep()).toEqual([]);
      }
      expect(await targets.quota(target)).toEqual(HELD);
    },
  );

  test.each<[string, string]>([
    [
      'a run that continues beyond its deadline',
      "lease_expires_at = now() + interval '1 s', deadline_at = now() - interval '1 h'",
    ],
    ['an abandoned run that may be taken over', "lease_expires_at = now() - interval '1 s'"],
    [
      'one whose deadline passed while no server ran',
      "lease_expires_at = now() - interval '10 min', deadline_at = now() - interval '9 min', run_at = now() - interval '11 min'",
    ],
    [
      'one that was handed over, and whose deadline passed before a server came',
      "lease_owner = null, lease_expires_at = now() - interval '10 min', deadline_at = now() - interval '9 min', claims = 0",
    ],
    ['a target put off', "lease_expires_at = null, deadline_at = null, run_at = now() + interval '10 min', claims = 0"],
    [
      'a target put off, and a minute short of a day late',
      "lease_expires_at = null, deadline_at = null, run_at = now() - interval '23 h 59 min', claims = 0",
    ],
  ])('%s', async (_name, columns) => {
    const target = await targets.record();
    await targets.set(target, columns);
    const before = await targets.whole(target);
    expect(await sweep()).toEqual([]);
    expect(await targets.whole(target)).toEqual(before);
    expect(await targets.quota(target)).toEqual(HELD);
  });

  test('a schedule that is a minute short of a day late, and one in the future', async () => {
    await targets.record({ publishAt: inSeconds(-86_340) });
    await targets.record({ publishAt: inSeconds(60) });
    expect(await sweep()).toEqual([]);
  });

  test('a row that another session has locked', async () => {
    const target = await targets.record();
    await targets.set(target, OVERRAN);
    await targets.db.transaction(async (tx) => {
      await tx.query({ text: 'select from targets where id = $1 for update', values: [target.id] });
      expect(await sweep()).toEqual([]);
    });
    expect(await sweep()).toEqual(swept('worker_lost'));
  });
});

describe('a run that continues after it was swept', () => {
  test('may record no more writes', async () => {
    const target = await targets.record();
    await targets.set(target, OVERRAN);
    await sweep();
    const intent = {
      id: ids.uuid(),
      accountId: target.accountId,
      kind: 'publish',
      ordinal: 0,
      handle: null,
    } as const;
    expect(await intend(targets.db, [{ ...leaseWith(target, 1), ...intent }], 60)).toEqual([{ state: 'lease_lost' }]);
    expect(
      await claimDue(targets.db, { owner: 'me', leaseSeconds: 60, limit: 5, of: 'others', lateLimitSeconds: 86_400 }),
    ).toEqual([]);
  });

  test('records the network’s late answer in the journal; the target stays in doubt and unbilled', async () => {
    const target = await targets.record();
    const intentId = await targets.intend(target, 'publish');
    await targets.set(target, POISON);
    await sweep();
    const late = { ...leaseWith(target, 1), intentId, eventId: ids.uuid(), platformPostId: '77', url: null };
    expect(await settlePublished(targets.db, [late])).toEqual([null]);
    expect(await targets.read(target, 'status, error_detail')).toEqual({
      status: 'failed',
      error_detail: ERRORS.doubt,
    });
    expect(await targets.quota(target)).toEqual(RELEASED);
    const { rows } = await targets.db.query({
      text: 'select state, remote_id from write_intents where id = $1',
      values: [intentId],
    });
    expect(rows).toEqual([{ state: 'accepted', remote_id: '77' }]);
  });
});
