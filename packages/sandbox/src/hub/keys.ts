import { createHash } from 'node:crypto';
import type { Hub, HubKey, HubUser } from './hub.ts';

export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Makes a key without an end. The answer is the only place it is ever readable. */
export function createKey(
  hub: Hub,
  user: HubUser,
  wantedName: string,
): { readonly apiKey: string; readonly key: HubKey } {
  const apiKey = hub.newKey();
  const key: HubKey = {
    uuid: uuid(hub.context.randomHex(16)),
    hash: hashOf(apiKey),
    userId: user.id,
    name: freeKeyName(hub, user, wantedName),
    createdAt: hub.context.clock.now(),
    lastUsedAt: null,
  };
  hub.keys.set(key.hash, key);
  return { apiKey, key };
}

/** The key and whose it is, as the hub stores them. */
export function findKey(hub: Hub, apiKey: string): { readonly key: HubKey; readonly user: HubUser } | null {
  const key = hub.keys.get(hashOf(apiKey));
  const user = key && hub.users.find(({ id }) => id === key.userId);
  if (!key || !user) return null;
  key.lastUsedAt = hub.context.clock.now();
  hub.countdown.passed(String(user.id));
  return { key, user };
}

export function keysOf(hub: Hub, userId: number): readonly HubKey[] {
  return [...hub.keys.values()].filter((key) => key.userId === userId);
}

/** Removes all keys of a person; how many there were. */
export function revokeKeys(hub: Hub, userId: number): number {
  const keys = keysOf(hub, userId);
  for (const { hash } of keys) hub.keys.delete(hash);
  return keys.length;
}

/** WordPress refuses a second password of a name, so the name gets a number. */
function freeKeyName(hub: Hub, user: HubUser, wanted: string): string {
  const taken = new Set(keysOf(hub, user.id).map(({ name }) => name));
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted} (${number})`;
  return name;
}

function uuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
