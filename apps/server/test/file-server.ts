import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

export type FileServer = {
  /** Serves a file, or answers with the test's own code, under its own address. */
  serve(content: Buffer | RequestListener, name?: string): string;
  /** Requests for one address so far. */
  hits(url: string): number;
};

/** A web server for the files of a test: of any size and behaviour. */
export function useFileServer(): FileServer {
  const files = new Map<string, Buffer | RequestListener>();
  const hits = new Map<string, number>();
  const server = createServer((req: IncomingMessage, res: ServerResponse) => {
    const path = req.url ?? '';
    hits.set(path, (hits.get(path) ?? 0) + 1);
    const content = files.get(path);
    if (typeof content === 'function') content(req, res);
    else if (content) res.writeHead(200, { 'content-length': content.length }).end(content);
    else res.writeHead(404).end();
  });
  let origin = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    serve(content, name = 'file') {
      const path = `/${files.size}/${name}`;
      files.set(path, content);
      return origin + path;
    },
    hits: (url) => hits.get(new URL(url).pathname) ?? 0,
  };
}

/**
 * The same video, longer by so many bytes that every player skips (ISO/IEC 14496-12, free space
 * box).
 */
export function padVideo(video: Buffer, bytes: number): Buffer {
  const box = Buffer.alloc(bytes);
  box.writeUInt32BE(bytes, 0);
  box.write('free', 4, 'latin1');
  return Buffer.concat([video, box]);
}

/** A GIF of 4 × 4 pixels with so many frames. */
export function drawGif(frames: number): Buffer {
  const screen = [...Buffer.from('GIF89a'), 4, 0, 4, 0, 0b1000_0000, 0, 0, 0, 0, 0, 255, 255, 255];
  // Sixteen pixels, each a code after a clear code, so that no code grows beyond three bits.
  const pixels = [2, 12, 0x04, 0x41, 0x10, 0x04, 0x41, 0x10, 0x04, 0x41, 0x10, 0x04, 0x41, 0x14, 0];
  const frame = [0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 4, 0, 4, 0, 0, ...pixels];
  return Buffer.from([...screen, ...Array.from({ length: frames }, () => frame).flat(), 0x3b]);
}
