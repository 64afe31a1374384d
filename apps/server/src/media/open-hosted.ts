import { Readable } from 'node:stream';
import { NetworkError, type OpenHosted } from '@fanfare/network';
import type { Database } from '../db/database.ts';
import { findVariantByKey } from './conversion/media-variants.table.ts';
import { findMediaByKeys } from './media.table.ts';
import type { MediaAddresses } from './media-addresses.ts';
import { type MediaStore, StoreUnavailable } from './stores/media-store.ts';

type Deps = {
  readonly db: Database;
  readonly store: Pick<MediaStore, 'read' | 'stream' | 'size'>;
  readonly addresses: Pick<MediaAddresses, 'keyOf'>;
};

const TRY_AGAIN_MS = 5_000;

/** Opens hosted files of a project, and their variants, for its publishes, from the store. */
export const createOpenHosted =
  ({ db, store, addresses }: Deps) =>
  (projectId: string): OpenHosted =>
  async (url) => {
    const key = addresses.keyOf(url);
    if (key === null) return null;
    const hosted = (await findMediaByKeys(db, projectId, [key])).get(key);
    const file = hosted?.status === 'ready' ? hosted : await findVariantByKey(db, key, projectId);
    if (!file) return 'gone';
    const { contentType, bytes: size } = file;
    if ((await orUnreachable(() => store.size(key))) !== size) return 'gone';
    const read = (start: number, end: number) => orUnreachable(() => store.read(key, start, end));
    return { contentType, size, read, stream: () => Readable.from(chunks(read, size), { objectMode: false }) };
  };

const CHUNK_BYTES = 256 * 1024;

async function* chunks(read: (start: number, end: number) => Promise<Uint8Array>, size: number) {
  for (let at = 0; at < size; at += CHUNK_BYTES) yield await read(at, Math.min(at + CHUNK_BYTES, size));
}

async function orUnreachable<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof StoreUnavailable)) throw cause;
    throw new NetworkError({
      code: 'media_unreachable',
      outcome: 'not_sent',
      message: 'The store of hosted files gives no answer.',
      remedy: 'Send the target again in a few minutes with a new idempotency key.',
      ...{ retryAfterMs: TRY_AGAIN_MS, operator: true, cause },
    });
  }
}
