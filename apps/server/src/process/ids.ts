import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
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
  | 'med'
  | 'req'
  | 'cli';

/** The source of ids and secrets; tests can make them repeatable. */
export type Ids = {
  uuid(): string;
  secret(bytes: number): Buffer;
  /**
   * The label of this cell, which begins its keys, links and cookies; null for one installation.
   */
  readonly cell: string | null;
};

/** UUIDs of version 7. Those of one process rise, also within a millisecond. */
export const ids: Ids = { uuid: () => uuidv7(), secret: (bytes) => randomBytes(bytes), cell: null };

/** An encoding takes two microseconds, and a page of posts has eighty ids. */
const encoded = new LRUCache<string, string>({ max: 20_000 });

export function toPublicId(prefix: IdPrefix, uuid: string): string {
  const name = prefix + uuid;
  const known = encoded.get(name);
  if (known !== undefined) return known;
  const id = fromUUID(uuid, prefix);
  encoded.set(name, id);
  return id;
}

/** The UUID of a public id; null when it is malformed or of another kind. */
export function fromPublicId(prefix: IdPrefix, id: string): string | null {
  try {
    return toUUID(fromString(id, prefix));
  } catch {
    return null;
  }
}
