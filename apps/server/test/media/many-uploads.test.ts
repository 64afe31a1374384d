import { expect, test } from 'vitest';
import { createRunningUploads } from '../../src/media/uploads/running-uploads.ts';

test('of 10,000 uploads that are open at once 200 are read, 50 of one project; the others are told to come back', async () => {
  const uploads = createRunningUploads({ monotonicMs: () => 0 });
  let finish = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let started = 0;
  const tried = Array.from({ length: 10_000 }, (_, n) =>
    uploads.run({ projectId: `project ${n < 9_000 ? 0 : n}`, key: `key ${n}` }, async () => {
      started++;
      await held;
      return n;
    }),
  );
  const results = Promise.allSettled(tried);
  // All have begun, or were refused.
  await new Promise(setImmediate);
  finish();
  const settled = await results;
  const taken = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  expect([started, taken.length, taken.filter((n) => n < 9_000).length]).toEqual([200, 200, 50]);
  const refused = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason.refusal] : []));
  expect(refused).toHaveLength(9_800);
  for (const refusal of refused)
    expect(refusal).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '5' } });
  expect(await uploads.run({ projectId: 'project 0', key: 'key 1' }, async () => 'taken')).toBe('taken');
});
