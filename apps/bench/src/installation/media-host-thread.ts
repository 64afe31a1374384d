import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** Serves one MP4 of so many bytes under any path: a header, then zeros. */
const { bytes } = workerData as { bytes: number };
const HEADER = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42', 'latin1');
const ZEROS = Buffer.alloc(256 * 1024);

const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': bytes });
  response.write(HEADER);
  let left = bytes - HEADER.length;
  const send = (): void => {
    while (left > 0) {
      const part = ZEROS.subarray(0, Math.min(left, ZEROS.length));
      left -= part.length;
      if (!response.write(part) && left > 0) {
        response.once('drain', send);
        return;
      }
    }
    response.end();
  };
  send();
});
server.listen(0, '127.0.0.1', () => parentPort!.postMessage((server.address() as AddressInfo).port));
