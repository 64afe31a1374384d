import { randomBytes, randomFillSync } from 'node:crypto';
import { fromString, fromUUID, toUUID } from 'typeid-js';
import { v7 as uuidv7 } from 'uuid';

/** Prefixes of public ids. Rows hold the plain UUID; callers see `post_01h…`. */
export type IdPrefix =
  | 'ws'
  | 'prj'
  | 'key'
  | 'acc'
  | 'post'
  | 'tgt'
  | 'evt'
  | 'whk'
  | 'dlv'
  | 'usr'
  | 'ses'
  | 'inv'
  | 'drf'
  | 'req';

/** Where new ids and secrets come from; tests can make them repeatable. */
export type Ids = {
  uuid(): string;
  secret(bytes: number): Buffer;
};

export const ids: Ids = { uuid: createUuids(), secret: (bytes) => randomBytes(bytes) };

/** UUIDs of version 7, each greater than the one before. Random bytes come from the system for many at once: a call for each costs more than the rest of an id. */
function createUuids(): () => string {
  const random = new Uint8Array(16 * 256);
  let used = random.length;
  let at = { msecs: 0, seq: 0 };
  const nextRandom = (): Uint8Array => {
    if (used === random.length) {
      randomFillSync(random);
      used = 0;
    }
    used += 16;
    return random.subarray(used - 16, used);
  };
  return () => {
    const bytes = nextRandom();
    const now = Date.now();
    if (now > at.msecs) at = { msecs: now, seq: new DataView(bytes.buffer, bytes.byteOffset).getUint32(6) >>> 1 };
    else at.seq++;
    return uuidv7({ random: bytes, ...at });
  };
}

export function toPublicId(prefix: IdPrefix, uuid: string): string {
  return fromUUID(uuid, prefix);
}

/** The UUID inside a public id, or null when it is malformed or of another kind: callers treat both as unknown. */
export function fromPublicId(prefix: IdPrefix, id: string): string | null {
  try {
    return toUUID(fromString(id, prefix));
  } catch {
    return null;
  }
}
