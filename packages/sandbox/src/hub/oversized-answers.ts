import { createGzip } from 'node:zlib';
import type { RequestHandler, Response } from 'express';
import type { Hub } from './hub.ts';

const MIB = 1024 * 1024;
const HUGE_JSON_BYTES = 50 * MIB;
/** Some 2 MiB on the wire. */
const BOMB_BYTES = 2_048 * MIB;
const FILL = Buffer.alloc(MIB, 0x20);

/** Answers far too large, of a call that the hub does not perform. They look like JSON from their first byte. */
export function answerOversized(hub: Hub): RequestHandler {
  return (req, res, next) => {
    const answer = hub.oversized.find(({ times, path }) => times > 0 && path.test(req.path));
    if (!answer) return next();
    answer.times -= 1;
    req.resume();
    res.status(200).set('content-type', 'application/json; charset=UTF-8');
    if (answer.kind === 'huge-json') sendSpaces(res, HUGE_JSON_BYTES);
    else sendBomb(res);
  };
}

/** `[`, then only spaces, which JSON allows, then `]`. */
function sendSpaces(target: NodeJS.WritableStream & { readonly destroyed?: boolean }, bytes: number): void {
  let left = bytes;
  target.write('[');
  const more = () => {
    while (left > 0 && !target.destroyed) {
      left -= MIB;
      if (!target.write(FILL)) {
        target.once('drain', more);
        return;
      }
    }
    target.end(']');
  };
  more();
}

function sendBomb(res: Response): void {
  const gzip = createGzip({ level: 9 });
  res.set('content-encoding', 'gzip');
  res.once('close', () => gzip.destroy());
  gzip.once('error', () => res.destroy());
  gzip.pipe(res);
  sendSpaces(gzip, BOMB_BYTES);
}
