import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { openMediaDiskBudget } from '../../../src/publishing/media-disk-budget.ts';
import { failedTarget } from '../../expected-post.ts';
import { useServer } from '../../use-server.ts';

const server = useServer({ env: { MEDIA_SPOOL_BYTES: '1000' } });

test('media that exceed the disk budget fail their target, and nothing is published', async () => {
  const ana = await server.person('x');
  const target = await ana.target({
    content: 'With a picture',
    mediaItems: [{ type: 'image', url: server.sandbox.sample('harbour.jpg') }],
  });
  expect(target).toEqual({
    ...failedTarget(ana.account, { code: 'media_unreachable' }),
    errorDetail: expect.objectContaining({
      code: 'media_unreachable',
      message: 'mediaItems[0] could not be fetched: it is larger than all media together may be here.',
      mediaIndex: 0,
      remedy: 'Use a smaller file.',
    }),
  });
  expect(await ana.posts()).toEqual([]);
  expect((await ana.target({ content: 'Without one' })).status).toBe('published');
});

test('the default budget is a tenth of the free disk, and never more than 8 GiB', async () => {
  const { bavail, bsize } = await statfs(tmpdir());
  const { totalBytes } = openMediaDiskBudget(tmpdir(), null);
  expect(totalBytes).toBeGreaterThan(0);
  // Other processes write to the disk meanwhile.
  expect(Math.abs(totalBytes - Math.min(8 * 1024 ** 3, (bavail * bsize) / 10))).toBeLessThan(512 * 1024 ** 2);
  expect(openMediaDiskBudget(tmpdir(), 12_345).totalBytes).toBe(12_345);
});

test('a budget never takes more than the disk has free', async () => {
  const { bavail, bsize } = await statfs(tmpdir());
  const budget = openMediaDiskBudget(tmpdir(), Number.MAX_SAFE_INTEGER);
  expect(budget.take(bavail * bsize, { owner: 'one', heldBytes: 0 })).toBe(false);
  expect(budget.usedBytes()).toBe(0);
});
