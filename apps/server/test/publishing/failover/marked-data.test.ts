import { afterEach, expect, test } from 'vitest';
import { claimReposts, intendRepost } from '../../../src/posts/reposts/reposts.table.ts';
import { ids } from '../../../src/process/ids.ts';
import { markRestored, signGuard } from '../../../src/publishing/restore-guard.table.ts';
import { intend, recordResend } from '../../../src/publishing/write-intents.table.ts';
import { useTargets } from '../recovery/use-targets.ts';

const targets = useTargets();
afterEach(() => signGuard(targets.db));

test('no intent is recorded once a server has found a loss, also for what was claimed before', async () => {
  const { db } = targets;
  const target = await targets.record();
  const { projectId, id: targetId, accountId } = target;
  const lease = { projectId, targetId, token: 1 };
  const intent = { id: ids.uuid(), accountId, kind: 'publish', ordinal: 0, handle: null } as const;
  const doubtful = await targets.record();
  const resend = { intentId: await targets.intend(doubtful, 'publish', 'unknown'), leaseSeconds: 60 };
  const repost = { projectId, accountId, platformPostId: '1', attemptId: ids.uuid() };
  const quota = { periodStart: new Date('2026-11-01T00:00:00Z'), allowance: 100, overage: false, units: 1 };
  await claimReposts(db, { ...repost, keys: [repost], leaseSeconds: 60, quota });

  await markRestored(db);
  expect(await intend(db, [{ ...lease, ...intent }], 60)).toEqual([{ state: 'lease_lost' }]);
  expect(await recordResend(db, { ...lease, projectId: doubtful.projectId, targetId: doubtful.id }, resend)).toBe(
    'lease_lost',
  );
  expect(await intendRepost(db, repost, 60)).toEqual({ state: 'lease_lost' });

  await signGuard(db);
  expect(await intend(db, [{ ...lease, ...intent }], 60)).toMatchObject([{ state: 'intended' }]);
  expect(await recordResend(db, { ...lease, projectId: doubtful.projectId, targetId: doubtful.id }, resend)).toBe(
    'opened',
  );
  expect(await intendRepost(db, repost, 60)).toMatchObject({ state: 'intended' });
});
