import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { serve, serveRaw, until } from './loopback.ts';
import { fileOf } from './media-bytes.ts';
import type { movedClock } from './moved-clock.ts';
import { factsOf, openSource, request, spooledBytes, useSources } from './open-source.ts';

useSources();

describe('time', () => {
  /** A server that answers at once and then sends bytes on request. */
  async function dripping() {
    let answer: ServerResponse | undefined;
    let closed = false;
    const { port } = await serve((_request, response) => {
      answer = response;
      response.writeHead(200).write(fileOf('image/jpeg', 64));
      response.on('close', () => {
        closed = true;
      });
    });
    let sent = 64;
    const send = async (bytes: number) => {
      await new Promise((flushed) => answer?.write(Buffer.alloc(bytes), flushed));
      sent += bytes;
      // Waits until the other end has read it; on systems other than Linux it waits a few turns.
      for (
        let setControl = 0;
        process.platform === 'linux' ? (await spooledBytes()) < sent : setControl < 50;
        setControl++
      )
        await new Promise((next) => setImmediate(next));
    };
    return { port, send, isClosed: () => closed };
  }

  /** The rest of the whole time and of the current rate window, once the body has begun. */
  const waitFor = (clock: ReturnType<typeof movedClock>, ...waits: number[]) =>
    until(() => String(clock.waits()) === String(waits));

  it('a body that arrives slowly is aborted after its first slow window', async () => {
    const server = await dripping();
    const { media, clock } = openSource({ limits: { minBytesPerSecond: 1_000 } });
    const facts = factsOf(media.open(request(server.port)));
    await waitFor(clock, 10_000, 120_000);
    await server.send(20_000);
    clock.pass(10_000);
    await waitFor(clock, 10_000, 110_000);
    await server.send(9_000);
    clock.pass(10_000);
    expect(await facts).toMatchObject({
      code: 'media_unreachable',
      message: 'mediaItems[2] could not be fetched: its server sent it too slowly.',
    });
    await until(server.isClosed);
    expect(clock.waits()).toEqual([]);
  });

  it('a file that does not arrive within its whole time is aborted', async () => {
    const server = await dripping();
    const { media, clock } = openSource({ limits: { minBytesPerSecond: 0 } });
    const facts = factsOf(media.open(request(server.port)));
    await waitFor(clock, 10_000, 120_000);
    clock.pass(119_999);
    await waitFor(clock, 1, 10_000);
    expect(server.isClosed()).toBe(false);
    clock.pass(1);
    expect(await facts).toMatchObject({
      message: 'mediaItems[2] could not be fetched: its server sent it too slowly.',
    });
  });

  it('a video has ten minutes', async () => {
    const server = await dripping();
    const { media, clock } = openSource({ limits: { minBytesPerSecond: 0 } });
    const facts = factsOf(media.open(request(server.port, { accept: ['video/mp4'] })));
    await waitFor(clock, 10_000, 600_000);
    clock.pass(599_999);
    await waitFor(clock, 1, 10_000);
    expect(server.isClosed()).toBe(false);
    clock.pass(1);
    expect(await facts).toMatchObject({ code: 'media_unreachable' });
  });

  it('an address that does not answer is aborted', async () => {
    const { port } = await serveRaw(() => {});
    const { media, clock } = openSource();
    const facts = factsOf(media.open(request(port)));
    await waitFor(clock, 30_000, 120_000);
    clock.pass(30_000);
    expect(await facts).toMatchObject({ message: 'mediaItems[2] could not be fetched: its address gave no answer.' });
    expect(clock.waits()).toEqual([]);
  });
});

describe('closing', () => {
  it('ends running fetches', async () => {
    let closed = false;
    const { port } = await serve((_request, response) => {
      response.on('close', () => {
        closed = true;
      });
      response.writeHead(200).write(fileOf('image/jpeg', 64));
    });
    const { media, clock } = openSource();
    const facts = factsOf(media.open(request(port)));
    await until(() => clock.waits().includes(10_000));
    await media.close();
    expect(await facts).toMatchObject({ message: 'mediaItems[2] could not be fetched: fetching was stopped.' });
    await until(() => closed);
    expect(clock.waits()).toEqual([]);
  });

  it('ends pending connections, and refuses later opens', async () => {
    const { media } = openSource({ egress: { resolve: () => new Promise(() => {}) } });
    const facts = factsOf(media.open(request(0, { url: 'http://media.test/' })));
    await media.close();
    await media.close();
    expect(await facts).toMatchObject({ code: 'media_unreachable' });
    expect(await factsOf(media.open(request(0, { url: 'http://media.test/' })))).toMatchObject({
      code: 'media_unreachable',
    });
  });
});
