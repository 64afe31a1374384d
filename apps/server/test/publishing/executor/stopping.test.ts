import type { Call, Sent } from '@fanfare/network';
import { expect, test } from 'vitest';
import type { TargetRow } from '../../../src/publishing/targets.table.ts';
import { SENT } from './scripted-network.ts';
import { networkError, useExecutor, WRITES_PER_ACCOUNT } from './use-executor.ts';

const executor = useExecutor();

/**
 * Fills the lane of a target's account with writes whose answers are in flight until `answer` is
 * called.
 */
async function fillLane(beside: TargetRow, stopping: AbortSignal) {
  let begun = 0;
  let answer: () => void = () => undefined;
  const answered = new Promise<Sent>((resolve) => {
    answer = () => resolve(SENT);
  });
  const send = () => {
    begun++;
    return answered;
  };
  const targets = await Promise.all(
    Array.from({ length: WRITES_PER_ACCOUNT }, (_, n) => executor.claimBeside(beside, `Post ${n}`)),
  );
  const runs = targets.map((target) => executor.run(target, { send: [send] }, { stopping }));
  await expect.poll(() => begun, { interval: 5 }).toBe(WRITES_PER_ACCOUNT);
  return async () => {
    answer();
    return (await Promise.all(runs)).map(({ row }) => row.status);
  };
}
const ALL_PUBLISHED = Array(WRITES_PER_ACCOUNT).fill('published');

const execution = async (target: TargetRow) => {
  const { rows } = await executor.db.query({
    text: 'select status, phase, lease_owner, lease_expires_at <= now() as is_free, claims from targets where id = $1',
    values: [target.id],
  });
  return rows[0];
};
const HANDED_OVER = { status: 'pending', phase: 'waiting', lease_owner: null, is_free: true, claims: 0 };
const intentsOf = async (target: TargetRow) =>
  (
    await executor.db.query({
      text: 'select kind, state, sends from write_intents where target_id = $1',
      values: [target.id],
    })
  ).rows;

const hiddenStep = async (call: Call) => {
  await call.step({ kind: 'container', ordinal: 0, send: async () => 'container' });
  return undefined;
};

test.each([
  ['its public write', undefined],
  ['a hidden step', hiddenStep],
])(
  'a target that waits for its account’s lane with %s is handed over when the process stops; writes in flight are finished',
  async (_, prepare) => {
    const stop = new AbortController();
    const waiting = await executor.claim();
    const finish = await fillLane(waiting, stop.signal);
    const run = executor.run(waiting, prepare ? { prepare } : {}, { stopping: stop.signal });
    await new Promise((resolve) => setTimeout(resolve, 50));
    stop.abort(new Error('The process is to stop.'));

    const { row, seen } = await run;
    expect([row.status, seen.log, await intentsOf(waiting)]).toEqual(['pending', ['prepare'], []]);
    expect(await execution(waiting)).toEqual(HANDED_OVER);
    expect(await finish()).toEqual(ALL_PUBLISHED);

    const token = await executor.overtake(waiting);
    expect((await executor.run(waiting, {}, { token })).row.status).toBe('published');
  },
);

test('a container that waits for its next send is handed over with its doubt', async () => {
  const stop = new AbortController();
  const target = await executor.claim();
  let finish = async (): Promise<string[]> => [];
  const resend = async () => {
    finish = await fillLane(target, stop.signal);
    setTimeout(() => stop.abort(new Error('The process is to stop.')), 50);
    return { state: 'resend', afterMs: 1 } as const;
  };
  const script = {
    prepare: async () => ({ handle: 'container' }),
    send: [() => Promise.reject(networkError({ outcome: 'unknown' }))],
    reconcile: [resend],
  };
  const { row, seen } = await executor.run(target, script, { stopping: stop.signal });
  expect([row.status, seen.log]).toEqual(['pending', ['prepare', 'send', 'reconcile']]);
  expect(await intentsOf(target)).toEqual([{ kind: 'publish', state: 'unknown', sends: 1 }]);
  expect(await execution(target)).toEqual(HANDED_OVER);
  expect(await finish()).toEqual(ALL_PUBLISHED);
});
