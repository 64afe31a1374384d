import { describe, expect, it } from 'vitest';
import { createDiskBudget } from '../src/disk-budget.ts';
import { mediaError } from '../src/media-error.ts';
import type { MediaFile } from '../src/media-source.ts';
import { serve, until } from './loopback.ts';
import { fileOf } from './media-bytes.ts';
import { factsOf, openSource, request, serveFile, useSources } from './open-source.ts';

useSources();

const KB = 1_000;

describe('the shared disk budget of media', () => {
  it('is reserved by files on disk and released when a post is done', async () => {
    const { port } = await serveFile(fileOf('image/jpeg', 300 * KB));
    const diskBudget = createDiskBudget(1_000 * KB);
    const [first, second] = [openSource({ diskBudget, owner: 'a' }), openSource({ diskBudget, owner: 'b' })];
    await first.media.open(request(port));
    await first.media.open(request(port));
    expect(diskBudget.usedBytes()).toBe(300 * KB);
    await second.media.open(request(port));
    expect(diskBudget.usedBytes()).toBe(600 * KB);
    await first.media.close();
    await second.media.close();
    expect(diskBudget.usedBytes()).toBe(0);
  });

  it('is waited for without a connection, and the file is fetched when others are done', async () => {
    let requests = 0;
    const { port } = await serveFile(fileOf('image/jpeg', 600 * KB), () => {
      requests++;
    });
    const diskBudget = createDiskBudget(1_000 * KB);
    const [first, second] = [openSource({ diskBudget, owner: 'a' }), openSource({ diskBudget, owner: 'b' })];
    await first.media.open(request(port));
    let opened: MediaFile | null = null;
    const opening = second.media.open(request(port)).then((file) => {
      opened = file;
    });
    await until(() => String(second.clock.waits()) === '60000');
    second.clock.pass(59_999);
    expect([opened, requests, diskBudget.usedBytes()]).toEqual([null, 2, 600 * KB]);
    await first.media.close();
    await opening;
    expect(opened).toMatchObject({ size: 600 * KB });
    expect([requests, diskBudget.usedBytes()]).toEqual([3, 600 * KB]);
    expect(second.clock.waits()).toEqual([]);
  });

  it('that stays full for a minute fails the target, which may be sent again later', async () => {
    const { port } = await serveFile(fileOf('image/jpeg', 600 * KB));
    const diskBudget = createDiskBudget(1_000 * KB);
    const [first, second] = [openSource({ diskBudget, owner: 'a' }), openSource({ diskBudget, owner: 'b' })];
    await first.media.open(request(port));
    const facts = factsOf(second.media.open(request(port)));
    await until(() => String(second.clock.waits()) === '60000');
    second.clock.pass(60_000);
    expect(await facts).toEqual({
      outcome: 'not_sent',
      code: 'media_unreachable',
      mediaIndex: 2,
      message: 'mediaItems[2] could not be fetched: the service has no room for more media now.',
      remedy: 'Send the target again in a few minutes with a new idempotency key.',
      retryAfterMs: 60_000,
    });
    expect(diskBudget.usedBytes()).toBe(600 * KB);
    await first.media.close();
    // A file that was refused because of the budget is fetched on the next request.
    expect(await second.media.open(request(port))).toMatchObject({ size: 600 * KB });
  });

  it('is not used up while others fill the disk: the target fails, and is fetched once there is space', async () => {
    const { port } = await serveFile(fileOf('image/jpeg', 600 * KB));
    let free = 599 * KB;
    const { media, clock } = openSource({ diskBudget: createDiskBudget(10_000 * KB, () => free) });
    const facts = factsOf(media.open(request(port)));
    await until(() => String(clock.waits()) === '60000');
    clock.pass(60_000);
    expect(await facts).toMatchObject({
      outcome: 'not_sent',
      message: 'mediaItems[2] could not be fetched: the service has no room for more media now.',
      retryAfterMs: 60_000,
    });
    free = 600 * KB;
    expect(await media.open(request(port))).toMatchObject({ size: 600 * KB });
  });

  it('is not waited for by a file that is larger than all of it', async () => {
    const { port } = await serveFile(fileOf('image/jpeg', 600 * KB));
    const { media, clock } = openSource({ diskBudget: createDiskBudget(500 * KB) });
    expect(await factsOf(media.open(request(port)))).toMatchObject({
      code: 'media_unreachable',
      message: 'mediaItems[2] could not be fetched: it is larger than all media together may be here.',
      retryAfterMs: undefined,
    });
    expect(clock.waits()).toEqual([]);
  });

  it('also limits a file whose server declares no size', async () => {
    const { port } = await serve((_request, response) => {
      response.writeHead(200).write(fileOf('image/jpeg', 300 * KB));
      response.end(Buffer.alloc(300 * KB));
    });
    const diskBudget = createDiskBudget(500 * KB);
    const { media } = openSource({ diskBudget });
    expect(await factsOf(media.open(request(port)))).toMatchObject({ code: 'media_unreachable' });
    expect(diskBudget.usedBytes()).toBe(0);
    const wide = createDiskBudget(8_000 * KB);
    const other = openSource({ diskBudget: wide });
    expect(await other.media.open(request(port))).toMatchObject({ size: 600 * KB });
    expect(wide.usedBytes()).toBe(600 * KB);
  });

  it('is skipped by waiters that give up; the others keep their order', async () => {
    const diskBudget = createDiskBudget(100);
    const none = new AbortController().signal;
    const impatient = new AbortController();
    const order: string[] = [];
    const wait = (name: string, bytes: number, signal: AbortSignal) =>
      diskBudget.wait(bytes, name, signal).then((isTaken) => order.push(`${name} ${isTaken}`));
    expect(diskBudget.take(90, { owner: 'first', heldBytes: 0 })).toBe(true);
    const all = [wait('big', 80, impatient.signal), wait('second', 20, none), wait('third', 10, none)];
    // Nothing overtakes the waiters.
    expect(diskBudget.take(5, { owner: 'late', heldBytes: 0 })).toBe(false);
    impatient.abort();
    await all[0];
    diskBudget.give(90, 'first');
    await Promise.all(all);
    expect(order).toEqual(['big false', 'second true', 'third true']);
    expect(diskBudget.usedBytes()).toBe(30);
  });

  it('is held by one owner up to three quarters, and its further files wait without holding up those of others', async () => {
    const diskBudget = createDiskBudget(100);
    const none = new AbortController().signal;
    const order: string[] = [];
    const wait = (owner: string, bytes: number) =>
      diskBudget.wait(bytes, owner, none).then(() => order.push(`${owner} ${bytes}`));
    expect(diskBudget.take(60, { owner: 'eager', heldBytes: 0 })).toBe(true);
    expect(diskBudget.take(20, { owner: 'eager', heldBytes: 0 })).toBe(false);
    const eager = [wait('eager', 20), wait('eager', 11)];
    await wait('other', 30);
    expect(diskBudget.take(10, { owner: 'third', heldBytes: 0 })).toBe(true);
    diskBudget.give(60, 'eager');
    await Promise.all(eager);
    expect([order, diskBudget.usedBytes()]).toEqual([['other 30', 'eager 20', 'eager 11'], 71]);
  });

  it('is all for a single file, also one that grows while it is fetched', () => {
    const diskBudget = createDiskBudget(100);
    expect(diskBudget.take(80, { owner: 'a', heldBytes: 0 })).toBe(true);
    expect(diskBudget.take(15, { owner: 'a', heldBytes: 80 })).toBe(true);
    expect(diskBudget.take(5, { owner: 'a', heldBytes: 0 })).toBe(false);
  });

  it('counts as full when the disk itself is full', () => {
    const cause = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const { facts } = mediaError({ kind: 'spool_failed', cause }, request(1));
    expect([facts.code, facts.message]).toEqual([
      'media_unreachable',
      'mediaItems[2] could not be fetched: the service has no room for more media now.',
    ]);
  });
});
