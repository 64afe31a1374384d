import { toCommentError } from '@fanfare/rules';
import { beforeEach, describe, expect, test } from 'vitest';
import { ids } from '../../../src/process/ids.ts';
import { claimDue, deferTarget } from '../../../src/publishing/due-targets.table.ts';
import { errorDetail } from '../../../src/publishing/error-detail.ts';
import { failComment, settleComment } from '../../../src/publishing/first-comments.table.ts';
import { cancelTargets, settlePublished } from '../../../src/publishing/settled-targets.table.ts';
import { markDueUnknown, sweepTargets } from '../../../src/publishing/stuck-targets.table.ts';
import type { TargetRow } from '../../../src/publishing/targets.table.ts';
import { recordResend } from '../../../src/publishing/write-intents.table.ts';
import { findDifferences } from '../../../src/usage/audit.table.ts';
import { ERRORS, leaseWith, UNITS, useTargets } from './use-targets.ts';

const targets = useTargets();
beforeEach(async () => {
  await targets.clear();
  await targets.db.query({ text: 'truncate reservations, usage_events, quota_periods' });
});

/** The run kept its lease until after its deadline, and then ended. */
const OVERRAN = "lease_expires_at = now(), deadline_at = now() - interval '61 s'";
const POISON = 'lease_expires_at = now(), claims = 12';
/** No server has run for a day. */
const ABANDONED =
  "lease_expires_at = now() - interval '24 h', deadline_at = now() - interval '23 h', run_at = now() - interval '24 h 1 s'";

/** A target whose post is live and whose first comment is pending, held by its run. */
async function out(): Promise<TargetRow> {
  const target = await targets.record(undefined, 'And more');
  const intentId = await targets.intend(target, 'publish');
  const end = { ...leaseWith(target, 1), intentId, eventId: ids.uuid(), platformPostId: '1', url: 'https://x.com/1' };
  const [settled] = await settlePublished(targets.db, [end]);
  return settled!;
}

const sweep = () => sweepTargets(targets.db, { errors: ERRORS, lateLimitSeconds: 86_400, leaseSeconds: 60 });
const claim = { owner: 'next', leaseSeconds: 60, limit: 10, of: 'others', lateLimitSeconds: 86_400 } as const;

/** Reads what is reserved, billed and counted. */
async function accounting({ projectId }: TargetRow) {
  const { rows } = await targets.db.query({
    text: `select q.used, q.reserved, (select json_object_agg(kind, state) from reservations where project_id = $1) as states,
             (select sum(units)::int from usage_events where project_id = $1) as ledger
           from quota_periods q where project_id = $1`,
    values: [projectId],
  });
  return rows[0];
}
const PAID_ONCE = { used: UNITS, reserved: 0, states: { publish: 'billed', comment: 'released' }, ledger: UNITS };

const ROW = 'status, error_detail, comment_status, comment_error, done, phase, lease_token, lease_owner';
const givenUp = (commentError: string) => ({
  status: 'published',
  error_detail: null,
  comment_status: 'failed',
  comment_error: commentError,
  done: true,
  phase: 'done',
  lease_token: 2,
  lease_owner: null,
});

test('a live post keeps its run, and has two minutes for its comment', async () => {
  const target = await out();
  expect(
    await targets.read(
      target,
      `${ROW}, deadline_at > now() + interval '70 s' and deadline_at <= now() + interval '120 s' as anew, lease_expires_at > now() as leased`,
    ),
  ).toEqual({
    status: 'published',
    error_detail: null,
    comment_status: 'none',
    comment_error: null,
    done: false,
    phase: 'published',
    lease_token: 1,
    lease_owner: 'here',
    anew: true,
    leased: true,
  });
  const held = { states: { publish: 'billed', comment: 'held' }, ledger: UNITS };
  expect(await accounting(target)).toEqual({ used: UNITS, reserved: 1, ...held });
  expect(await findDifferences(targets.db)).toEqual([]);
});

test('an abandoned one is taken over with its remaining time', async () => {
  const target = await out();
  expect(await claimDue(targets.db, claim)).toEqual([]);
  await targets.set(target, "lease_expires_at = now() - interval '1 h', deadline_at = now() - interval '1 h 40 s'");
  const [claimed] = await claimDue(targets.db, claim);
  expect(claimed).toMatchObject({ target: { status: 'published', commentStatus: 'none', leaseToken: 2 } });
  expect(claimed!.remainingMs).toBe(20_000);
});

describe('what no run will finish', () => {
  test.each([OVERRAN, POISON, ABANDONED])('%s: the comment was never sent', async (columns) => {
    const target = await out();
    await targets.set(target, columns);
    expect(await sweep()).toEqual([{ platform: 'x', code: 'worker_lost' }]);
    const error = 'worker_lost: The server that was to post the comment stopped before it was sent.';
    expect(await targets.read(target, ROW)).toEqual(givenUp(error));
    expect(await accounting(target)).toEqual(PAID_ONCE);
    expect(await findDifferences(targets.db)).toEqual([]);
  });

  test.each([undefined, 'unknown' as const])(
    'an open comment (%s) that no run could read back is in doubt',
    async (state) => {
      const target = await out();
      await targets.intend(target, 'comment', state);
      await targets.set(target, POISON);
      expect(await sweep()).toEqual([{ platform: 'x', code: 'outcome_unknown' }]);
      expect(await targets.read(target, ROW)).toEqual(givenUp(toCommentError(ERRORS.doubt)));
      expect(await accounting(target)).toEqual(PAID_ONCE);
    },
  );

  test.each([OVERRAN, ABANDONED])('%s: an open comment is left to a run that reads it back', async (columns) => {
    const target = await out();
    await targets.intend(target, 'comment');
    await targets.set(target, columns);
    expect(await sweep()).toEqual([]);
    const [claimed] = await claimDue(targets.db, claim);
    expect([claimed!.target.id, claimed!.remainingMs]).toEqual([target.id, 120_000]);
  });

  test('a second send of the post in doubt does not affect the comment', async () => {
    const target = await out();
    await targets.db.query({
      text: `update write_intents set state = 'accepted_late' where target_id = $1`,
      values: [target.id],
    });
    await targets.db.query({
      text: `insert into write_intents (project_id, id, target_id, kind, lease_token, state) values ($1, $2, $3, 'publish', 1, 'intended')`,
      values: [target.projectId, ids.uuid(), target.id],
    });
    await targets.set(target, OVERRAN);
    expect(await sweep()).toEqual([{ platform: 'x', code: 'worker_lost' }]);
  });

  test.each([
    ['a run that continues', "lease_expires_at = now() + interval '1 s', deadline_at = now() - interval '1 h'"],
    ['an abandoned one that may be taken over', "lease_expires_at = now() - interval '1 s'"],
  ])('%s is left alone', async (_, columns) => {
    const target = await out();
    await targets.set(target, columns);
    const before = await targets.whole(target);
    expect(await sweep()).toEqual([]);
    expect(await targets.whole(target)).toEqual(before);
  });
});

test('a run that was stopped past its lease does not fail the comment', async () => {
  const target = await out();
  await targets.set(target, 'lease_expires_at = now()');
  expect(await failComment(targets.db, leaseWith(target, 1), 'network_unavailable: No time.')).toBe(null);
  expect(await targets.read(target, 'comment_status, done')).toEqual({ comment_status: 'none', done: false });
});

test('after a restore the comment is in doubt, the post stays as it is', async () => {
  const target = await out();
  expect(await markDueUnknown(targets.db, errorDetail('outcome_unknown', 'Restored.'))).toBe(1);
  expect(await targets.read(target, ROW)).toEqual(givenUp('outcome_unknown: Restored.'));
  expect(await accounting(target)).toEqual(PAID_ONCE);
});

test('it can be neither cancelled nor put off', async () => {
  const target = await out();
  const before = await targets.whole(target);
  const cancelled = targets.db.transaction((tx) => cancelTargets(tx, target, errorDetail('cancelled')));
  expect(await cancelled).toBe('not_cancellable');
  expect(await deferTarget(targets.db, leaseWith(target, 1), { ms: 1, limitSeconds: 9_999_999 })).toBe(null);
  expect(await targets.whole(target)).toEqual(before);
});

describe('a write out of order is refused', () => {
  test('the post once it is live', async () => {
    const target = await out();
    await expect(targets.intend(target, 'publish')).rejects.toThrow('lease_lost');
  });

  test('the comment before the post is live', async () => {
    const target = await targets.record(undefined, 'And more');
    await expect(targets.intend(target, 'comment')).rejects.toThrow('lease_lost');
  });

  test('a second comment while one is open, in doubt or accepted', async () => {
    for (const state of [undefined, 'unknown', 'accepted'] as const) {
      const target = await out();
      await targets.intend(target, 'comment', state);
      await expect(targets.intend(target, 'comment')).rejects.toThrow('lease_lost');
    }
  });

  test('the post again under the same container, when another run has found it meanwhile', async () => {
    const target = await out();
    await targets.db.query({
      text: `update write_intents set state = 'accepted_late' where target_id = $1`,
      values: [target.id],
    });
    const second = ids.uuid();
    await targets.db.query({
      text: `insert into write_intents (project_id, id, target_id, kind, lease_token, state) values ($1, $2, $3, 'publish', 1, 'unknown')`,
      values: [target.projectId, second, target.id],
    });
    const resend = { intentId: second, leaseSeconds: 60 };
    expect(await recordResend(targets.db, leaseWith(target, 1), resend)).toBe('lease_lost');
    const comment = await targets.intend(target, 'comment', 'unknown');
    expect(await recordResend(targets.db, leaseWith(target, 1), { ...resend, intentId: comment })).toBe('opened');
  });
});

describe('fanfare audit', () => {
  async function commented(): Promise<TargetRow> {
    const target = await out();
    const intentId = await targets.intend(target, 'comment');
    const comment = { intentId, eventId: ids.uuid(), commentId: '2' };
    return (await settleComment(targets.db, leaseWith(target, 1), comment))!;
  }

  test('finds nothing wrong with a post and its comment', async () => {
    const target = await commented();
    expect(await accounting(target)).toEqual({
      used: UNITS + 1,
      reserved: 0,
      states: { publish: 'billed', comment: 'billed' },
      ledger: UNITS + 1,
    });
    expect(await findDifferences(targets.db)).toEqual([]);
  });

  test.each([
    [
      'a comment that was published and not billed',
      "delete from usage_events where kind = 'comment'",
      'comment: no ledger row',
      'one, it is published',
    ],
    [
      'a comment that was billed and not published',
      "update targets set comment_status = 'failed', comment_id = null, comment_error = 'rate_limited: No.'",
      'comment: 1 billed',
      'none, it is failed',
    ],
  ])('finds %s', async (_, plant, found, expected) => {
    const target = await commented();
    await targets.db.query({ text: plant });
    const difference = {
      projectId: target.projectId,
      check: 'billed_once',
      subject: `target:${target.id}`,
      found,
      expected,
    };
    expect(await findDifferences(targets.db)).toContainEqual(difference);
  });

  test('finds a comment that nothing finishes', async () => {
    const target = await out();
    await targets.set(target, "lease_expires_at = now(), deadline_at = now() - interval '5 min'");
    expect(await findDifferences(targets.db)).toEqual([
      expect.objectContaining({ check: 'unsettled', subject: `target:${target.id}` }),
    ]);
  });
});
