import { randomBytes } from 'node:crypto';
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

/** The source of ids and secrets; tests can make them repeatable. */
export type Ids = {
  uuid(): string;
  secret(bytes: number): Buffer;
};

/** UUIDs of version 7. Those of one process rise, also within a millisecond. */
export const ids: Ids = { uuid: () => uuidv7(), secret: (bytes) => randomBytes(bytes) };

export const toPublicId = (prefix: IdPrefix, uuid: string): string => fromUUID(uuid, prefix);

/** The UUID of a public id; null when it is malformed or of another kind. */
export function fromPublicId(prefix: IdPrefix, id: string): string | null {
  try {
    return toUUID(fromString(id, prefix));
  } catch {
    return null;
  }
}
