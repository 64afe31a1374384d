import { Secret } from '@fanfare/network/secret';
import { expect, test } from 'vitest';
import { createDiskStore } from '../../src/media/stores/disk-store.ts';
import { createS3Store } from '../../src/media/stores/s3/s3-store.ts';
import { createRunningUploads } from '../../src/media/uploads/running-uploads.ts';
import { systemClock } from '../../src/process/clock.ts';

const bucket = createS3Store({
  settings: {
    ...{ endpoint: 'http://127.0.0.1:9', bucket: 'files', region: 'any', style: 'path', checksums: true },
    ...{ accessKeyId: 'key', secretAccessKey: new Secret('secret'), directBytes: 0 },
  },
  clock: systemClock,
});

test.each([
  { into: 'a folder', store: createDiskStore({ folder: '/nowhere' }), most: 200, ofProject: 50 },
  { into: 'a bucket', store: bucket, most: 32, ofProject: 8 },
])(
  'of 10,000 uploads into $into at once $most are read, $ofProject of one project; the others are told to come back',
  async ({ store, most, ofProject }) => {
    const uploads = createRunningUploads({ monotonicMs: () => 0, most: store.mostWrites });
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
    expect([started, taken.length, taken.filter((n) => n < 9_000).length]).toEqual([most, most, ofProject]);
    const refused = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason.refusal] : []));
    expect(refused).toHaveLength(10_000 - most);
    for (const refusal of refused)
      expect(refusal).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '5' } });
    expect(await uploads.run({ projectId: 'project 0', key: 'key 1' }, async () => 'taken')).toBe('taken');
  },
);
