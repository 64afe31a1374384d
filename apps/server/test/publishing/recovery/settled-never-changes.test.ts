import { describe, expect, test } from 'vitest';
import { violates } from '../../../src/db/database.ts';
import { ids } from '../../../src/process/ids.ts';
import { claimDue, deferTarget, handOver } from '../../../src/publishing/due-targets.table.ts';
import { errorDetail } from '../../../src/publishing/error-detail.ts';
import { failComment, settleComment } from '../../../src/publishing/first-comments.table.ts';
import { cancelTargets, settleFailed, settlePublished } from '../../../src/publishing/settled-targets.table.ts';
import { markDueUnknown, sweepTargets } from '../../../src/publishing/stuck-targets.table.ts';
import { renewLeases, type TargetRow } from '../../../src/publishing/targets.table.ts';
import { intend, recordResend } from '../../../src/publishing/write-intents.table.ts';
import { ERRORS, leaseWith, useTargets } from './use-targets.ts';

const targets = useTargets();

type End = { readonly target: TargetRow; readonly intentId: string };

/** Published, with a pending first comment. */
async function out(): Promise<End> {
  const target = await targets.record(undefined, 'And more');
  const intentId = await targets.intend(target, 'publish');
  const end = { ...leaseWith(target, 1), intentId, eventId: ids.uuid(), platformPostId: '1', url: 'https://x.com/1' };
  expect(await settlePublished(targets.db, [end])).toMatchObject([{ status: 'published' }]);
  return { target, intentId };
}

const ends: Record<string, () => Promise<End>> = {
  async published() {
    const target = await targets.record();
    const intentId = await targets.intend(target, 'publish');
    const end = { ...leaseWith(target, 1), intentId, eventId: ids.uuid(), platformPostId: '1', url: 'https://x.com/1' };
    expect(await settlePublished(targets.db, [end])).toMatchObject([{ status: 'published' }]);
    return { target, intentId };
  },
  async commented() {
    const { target } = await out();
    const intentId = await targets.intend(target, 'comment');
    const comment = { intentId, eventId: ids.uuid(), commentId: '2' };
    expect(await settleComment(targets.db, leaseWith(target, 1), comment)).toMatchObject({
      commentStatus: 'published',
    });
    return { target, intentId };
  },
  async uncommented() {
    const { target } = await out();
    const intentId = await targets.intend(target, 'comment', 'unknown');
    const failed = await failComment(targets.db, leaseWith(target, 1), 'outcome_unknown: Who knows.');
    expect(failed).toMatchObject({ commentStatus: 'failed' });
    return { target, intentId };
  },
  async failed() {
    const target = await targets.record();
    const intentId = await targets.intend(target, 'publish', 'unknown');
    expect(await settleFailed(targets.db, leaseWith(target, 1), ERRORS.doubt)).toMatchObject({ status: 'failed' });
    return { target, intentId };
  },
};

const steps: Record<string, (end: End, token: number) => Promise<unknown>> = {
  'settled as published again': ({ target, intentId }, token) =>
    settlePublished(targets.db, [
      { ...leaseWith(target, token), intentId, eventId: ids.uuid(), platformPostId: '2', url: 'https://x.com/2' },
    ]),
  'settled as failed': ({ target }, token) =>
    settleFailed(targets.db, leaseWith(target, token), errorDetail('internal_error')),
  commented: ({ target, intentId }, token) =>
    settleComment(targets.db, leaseWith(target, token), { intentId, eventId: ids.uuid(), commentId: '3' }),
  'given its comment up': ({ target }, token) =>
    failComment(targets.db, leaseWith(target, token), 'rate_limited: Too much.'),
  'given a comment': ({ target: { accountId, ...target } }, token) => {
    const intent = { id: ids.uuid(), accountId, kind: 'comment', ordinal: 0, handle: null } as const;
    return intend(targets.db, [{ projectId: target.projectId, targetId: target.id, token, ...intent }], 60);
  },
  'put off': ({ target }, token) =>
    deferTarget(targets.db, leaseWith(target, token), { ms: 1, limitSeconds: 9_999_999 }),
  'handed over': ({ target }, token) => handOver(targets.db, leaseWith(target, token)),
  renewed: ({ target }, token) => renewLeases(targets.db, [leaseWith(target, token)], 60),
  'given another write': ({ target }, token) =>
    intend(
      targets.db,
      [
        {
          ...leaseWith(target, token),
          id: ids.uuid(),
          accountId: target.accountId,
          kind: 'publish',
          ordinal: 0,
          handle: null,
        },
      ],
      60,
    ),
  'sent again': ({ target, intentId }, token) =>
    recordResend(targets.db, leaseWith(target, token), { intentId, leaseSeconds: 60 }),
  claimed: () =>
    claimDue(targets.db, { owner: 'me', leaseSeconds: 60, limit: 100, of: 'others', lateLimitSeconds: 1e9 }),
  swept: () => sweepTargets(targets.db, { errors: ERRORS, lateLimitSeconds: 0, leaseSeconds: 60 }),
  'marked after a restore': () => markDueUnknown(targets.db, ERRORS.doubt),
  cancelled: ({ target }) => targets.db.transaction((tx) => cancelTargets(tx, target, errorDetail('cancelled'))),
};

describe.each(Object.keys(ends))('a target that is %s', (status) => {
  test.each(Object.keys(steps))('stays as it is when it is %s', async (step) => {
    const end = await ends[status]!();
    const before = [await targets.whole(end.target), await targets.quota(end.target)];
    for (const token of [0, 1, 2]) await steps[step]!(end, token);
    expect([await targets.whole(end.target), await targets.quota(end.target)]).toEqual(before);
  });
});

const OUT = "status = 'published', settled_at = now(), published_at = now()";

describe('the database refuses a target that is', () => {
  test.each([
    ['done and pending', 'done = true'],
    ['failed without an error', "status = 'failed', settled_at = now()"],
    ['published without a time', "status = 'published', settled_at = now()"],
    ['pending with an error', "error_detail = '{}'"],
    ['pending with a settled time', 'settled_at = now()'],
    ['settled without a time', "status = 'failed', error_detail = '{}'"],
    ['of an unknown status', "status = 'lost', settled_at = now()"],
    ['without a deadline', 'budget_seconds = 0'],
    ['pending with a comment', "comment_status = 'published'"],
    ['done before its comment', `${OUT}, done = true, first_comment = 'And more'`],
    ['with a failed comment without an error', `${OUT}, comment_status = 'failed'`],
    ['with an error of a comment that did not fail', `${OUT}, comment_error = 'rate_limited: No.'`],
    ['with the id of a comment that is not live', `${OUT}, comment_id = '2'`],
  ])('%s', async (_name, columns) => {
    const target = await targets.record();
    await expect(targets.set(target, columns)).rejects.toMatchObject({ code: '23514' });
  });

  test('with a second public write while one is open, in doubt or accepted', async () => {
    for (const state of [undefined, 'unknown', 'accepted'] as const) {
      const target = await targets.record();
      await targets.intend(target, 'publish', state);
      await expect(targets.intend(target, 'publish')).rejects.toThrow('lease_lost');
      const insert = targets.db.query({
        text: `insert into write_intents (project_id, id, target_id, kind, lease_token, state) values ($1, $2, $3, 'publish', 1, 'intended')`,
        values: [target.projectId, ids.uuid(), target.id],
      });
      await expect(insert).rejects.toSatisfy((error) => violates(error, 'one_public_write'));
    }
  });
});
