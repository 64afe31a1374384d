import { gzipSync } from 'node:zlib';
import type { RequestHandler } from 'express';
import type { Hub } from './hub.ts';

const MIB = 1024 * 1024;
const HUGE_JSON_BYTES = 50 * MIB;
const BOMB_PART_BYTES = 16 * MIB;
/** 2 GiB, some 2 MiB on the wire. */
const BOMB_PARTS = 128;
const FILL = Buffer.alloc(MIB, 0x20);

/** Answers far too large, of a call that is not performed. They begin like JSON. */
export function answerOversized(hub: Hub): RequestHandler {
  return (req, res, next) => {
    const answer = hub.oversized.find(({ times, path }) => times > 0 && path.test(req.path));
    if (!answer) return next();
    answer.times -= 1;
    req.resume();
    res.status(200).set('content-type', 'application/json; charset=UTF-8');
    if (answer.kind === 'huge-json') sendSpaces(res, HUGE_JSON_BYTES);
    else res.set('content-encoding', 'gzip').end(packedBomb());
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

let bomb: Buffer | null = null;

/** The same spaces in brackets, packed once: parts of gzip may repeat (RFC 1952, 2.2). */
function packedBomb(): Buffer {
  if (!bomb) {
    const part = gzipSync(Buffer.alloc(BOMB_PART_BYTES, FILL), { level: 9 });
    bomb = Buffer.concat([gzipSync('['), ...Array.from({ length: BOMB_PARTS }, () => part), gzipSync(']')]);
  }
  return bomb;
}
