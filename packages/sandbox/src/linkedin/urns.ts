import type { MediaKind, World } from './world.ts';

type Urn = { readonly type: string; readonly id: string };

/** Reads `urn:li:{type}:{id}`; null for anything else. */
export function readUrn(text: string): Urn | null {
  const match = /^urn:li:([A-Za-z]+):(.+)$/.exec(text);
  return match?.[1] && match[2] ? { type: match[1], id: match[2] } : null;
}

export function personUrn(memberId: string): string {
  return `urn:li:person:${memberId}`;
}

export function pageUrn(pageId: string): string {
  return `urn:li:organization:${pageId}`;
}

/** A unique 19-digit id that sorts by time: milliseconds in the upper bits. */
export function nextId(world: World): string {
  const byTime = BigInt(world.context.clock.now()) << 22n;
  world.lastId = byTime > world.lastId ? byTime : world.lastId + 1n;
  return String(world.lastId);
}

const beginnings = { image: 'D4E10AQ', video: 'D4E05AQ', document: 'D4D1FAQ' } as const;

/** `urn:li:image:D4E10AQ…`, `urn:li:video:D4E05AQ…`, `urn:li:document:D4D1FAQ…`. */
export function nextMediaUrn(world: World, kind: MediaKind): string {
  return `urn:li:${kind}:${beginnings[kind]}${secret(world, 12)}`;
}

/** Unpredictable, safe in addresses. */
export function secret(world: World, bytes: number): string {
  return Buffer.from(world.context.randomHex(bytes), 'hex').toString('base64url');
}
