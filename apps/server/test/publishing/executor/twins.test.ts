import type { Sent } from '@fanfare/network';
import { expect, test } from 'vitest';
import type { TargetRow } from '../../../src/publishing/targets.table.ts';
import { networkError, useExecutor } from './use-executor.ts';

const executor = useExecutor();

const lost = () => Promise.reject(networkError({ outcome: 'unknown' }));
const found = async () => ({ state: 'live', platformPostId: '4711', url: 'https://x.test/4711' }) as const;

/**
 * Publishes `target` while `other` is in flight, and loses its answer; the network shows a post
 * that looks like it.
 */
async function loseBeside(target: TargetRow, other: TargetRow, handle: string | null = null): Promise<TargetRow> {
  let begin = () => {};
  let answer = (_: Sent) => {};
  const sending = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const send = () =>
    new Promise<Sent>((resolve) => {
      begin();
      answer = resolve;
    });
  const otherRun = executor.run(other, { send: [send] });
  await sending;
  const { row } = await executor.run(target, { prepare: async () => ({ handle }), send: [lost], reconcile: [found] });
  answer({ platformPostId: '4712', url: null });
  expect((await otherRun).row).toMatchObject({ status: 'published', platformPostId: '4712' });
  return row;
}

test('a post that may be that of a twin in flight is not attributed: outcome_unknown', async () => {
  const target = await executor.claim();
  const row = await loseBeside(target, await executor.claimBeside(target, 'Hello!'));
  expect([row.status, row.errorDetail?.code]).toEqual(['failed', 'outcome_unknown']);
});

test('a handle proves that a post is live, whichever of two twins it is: published, without an id', async () => {
  const target = await executor.claim();
  const row = await loseBeside(target, await executor.claimBeside(target, 'Hello'), 'container');
  expect(row).toMatchObject({ status: 'published', platformPostId: null, url: null });
});

test('a post with another text that is in flight at the same time is not a twin', async () => {
  const target = await executor.claim();
  const row = await loseBeside(target, await executor.claimBeside(target, 'Something else'));
  expect(row).toMatchObject({ status: 'published', platformPostId: '4711' });
});

test('a twin of another project that holds the same account is not considered: no project reads another', async () => {
  const [target, other] = [await executor.claim(), await executor.claim()];
  const row = await loseBeside(target, other);
  expect(other.projectId).not.toBe(target.projectId);
  expect(row).toMatchObject({ status: 'published', platformPostId: '4711' });
});

test('a twin that failed long ago is not considered', async () => {
  const target = await executor.claim();
  const twin = await executor.claimBeside(target, 'Hello');
  const undecided = await executor.run(twin, { send: [lost] });
  expect(undecided.row.errorDetail?.code).toBe('outcome_unknown');
  await executor.db.query({
    text: `update write_intents set intended_at = intended_at - interval '11 minutes' where project_id = $1`,
    values: [target.projectId],
  });
  const { row } = await executor.run(target, { send: [lost], reconcile: [found] });
  expect(row).toMatchObject({ status: 'published', platformPostId: '4711' });
});
