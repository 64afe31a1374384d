import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { serve, serveRaw, until } from './loopback.ts';
import { fileOf } from './media-bytes.ts';
import { factsOf, openFiles, openSource, request, serveFile, useSources } from './open-source.ts';

useSources();

describe('a file is unreachable when', () => {
  const why = async (answer: (response: ServerResponse) => void) => {
    const { port } = await serve((_request, response) => answer(response));
    const { code, outcome, message, retryAfterMs, mediaIndex } = await factsOf(openSource().media.open(request(port)));
    expect({ code, outcome, mediaIndex }).toEqual({ code: 'media_unreachable', outcome: 'not_sent', mediaIndex: 2 });
    return { why: message.replace('mediaItems[2] could not be fetched: ', ''), passing: retryAfterMs !== undefined };
  };

  it.each([
    [404, false],
    [403, false],
    [429, true],
    [500, true],
    [503, true],
    [206, false],
  ])('its address answers %i', async (status, passing) => {
    expect(await why((response) => response.writeHead(status).end(fileOf('image/jpeg', 50)))).toEqual({
      why: `its address answered with status ${status}.`,
      passing,
    });
  });

  it('it is empty', async () => {
    expect(await why((response) => response.end())).toEqual({ why: 'its address gave an empty file.', passing: false });
  });

  it.each(['gzip', 'aws-chunked, BR'])('it is compressed although that was not accepted: %s', async (coding) => {
    expect(await why((response) => response.writeHead(200, { 'content-encoding': coding }).end('x'))).toEqual({
      why: 'its server sent it compressed.',
      passing: false,
    });
  });

  it.each([
    ['shorter than its length', 'content-length: 500\r\n\r\n'],
    ['without its last chunk', 'transfer-encoding: chunked\r\n\r\n1000\r\n'],
  ])('it is cut off (%s)', async (_how, rest) => {
    const { port } = await serveRaw((socket) =>
      socket.once('data', () =>
        socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${rest}`), fileOf('image/jpeg', 400)])),
      ),
    );
    expect(await factsOf(openSource().media.open(request(port)))).toMatchObject({
      code: 'media_unreachable',
      message: 'mediaItems[2] could not be fetched: the connection broke before the whole file had come.',
    });
  });

  it('its answer has more than 16 KiB of headers', async () => {
    const { port } = await serveRaw((socket) =>
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`)),
    );
    expect(await factsOf(openSource().media.open(request(port)))).toMatchObject({
      message: 'mediaItems[2] could not be fetched: its address gave no answer.',
    });
  });

  it('the URL cannot be read at all', async () => {
    expect(await factsOf(openSource().media.open(request(0, { url: 'not a url' })))).toMatchObject({
      code: 'media_unreachable',
    });
  });

  it('is a cover, which has no index', async () => {
    const { port } = await serve((_request, response) => response.writeHead(404).end());
    expect(await factsOf(openSource().media.open(request(port, { mediaIndex: undefined })))).toMatchObject({
      message: 'The cover could not be fetched: its address answered with status 404.',
      mediaIndex: undefined,
    });
  });

  it('for a moment, and the next target fetches it again', async () => {
    let requests = 0;
    const { port } = await serve((_request, response) => {
      if (requests++ === 0) response.writeHead(503).end();
      else response.end(fileOf('image/jpeg', 50));
    });
    const { media } = openSource();
    expect(await factsOf(media.open(request(port)))).toMatchObject({ code: 'media_unreachable' });
    expect((await media.open(request(port))).size).toBe(50);
  });
});

describe('a file is rejected when', () => {
  it('its declared size exceeds the request’s limit, before a byte is read', async () => {
    let sentBytes = 0;
    const { port } = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 50_000_000 }).flushHeaders();
      response.on('close', () => {
        sentBytes = response.socket?.bytesWritten ?? 0;
      });
    });
    expect(await factsOf(openSource().media.open(request(port)))).toEqual({
      code: 'media_rejected',
      outcome: 'not_sent',
      message: 'mediaItems[2] is larger than 1,000,000 bytes.',
      remedy: 'Use a smaller file.',
      mediaIndex: 2,
    });
    expect(sentBytes).toBe(0);
  });

  it('its real size exceeds the request’s limit, and the rest is not read', async () => {
    let written = 0;
    const { port } = await serve((_request, response) => {
      const more = () => {
        while (response.write(fileOf('image/jpeg', 65_536))) written += 65_536;
      };
      response.on('drain', more);
      more();
    });
    expect(await factsOf(openSource().media.open(request(port)))).toMatchObject({ code: 'media_rejected' });
    expect(written).toBeLessThan(30_000_000);
  });

  it('it exceeds this installation’s limit', async () => {
    const { port } = await serveFile(fileOf('image/jpeg', 2_000));
    const { media } = openSource({ limits: { imageBytes: 1_999 } });
    expect(await factsOf(media.open(request(port)))).toMatchObject({
      message: 'mediaItems[2] is larger than 1,999 bytes.',
    });
  });

  it('its bytes are of no known type, whatever its server says', async () => {
    const { port } = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html>'.padEnd(5_000));
    });
    expect(await factsOf(openSource().media.open(request(port)))).toEqual({
      code: 'media_rejected',
      outcome: 'not_sent',
      message: 'mediaItems[2] is not a file of a type that can be published here (image/jpeg, image/png).',
      remedy: 'Use a file of one of these types. The bytes count, not the name or the declared type.',
      mediaIndex: 2,
    });
  });

  it('its first bytes are of no known type, and the rest is not read', async () => {
    let closed = false;
    const { port } = await serve((_request, response) => {
      response.on('close', () => {
        closed = true;
      });
      response.write('<html>'.padEnd(64)); // and never ends
    });
    expect(await factsOf(openSource().media.open(request(port)))).toMatchObject({ code: 'media_rejected' });
    await until(() => closed);
    expect(await openFiles()).toEqual([]);
  });

  it('its type is known but was not accepted', async () => {
    const { port } = await serveFile(fileOf('video/mp4', 5_000));
    expect(await factsOf(openSource().media.open(request(port)))).toMatchObject({ code: 'media_rejected' });
  });
});
