import { LIMITS } from '@fanfare/contract';
import { planOf, type Refusal, refuseStorage } from '@fanfare/rules';
import type { Caller } from '../callers/caller.ts';
import { lockProject } from '../callers/projects/projects.table.ts';
import type { Database, DatabasePool } from '../db/database.ts';
import { sha256 } from '../http/sha256.ts';
import type { Ids } from '../process/ids.ts';
import { countStored, findMedia, insertMedia, type MediaWithEnd, type NewMedia } from './media.table.ts';
import type { MediaAddresses } from './media-addresses.ts';

/** A request that makes a file. `text` is its body, by which a repeated key is compared. */
export type MediaRequest = {
  readonly caller: Pick<Caller, 'projectId' | 'plan'>;
  readonly key: string | null;
  readonly text: string;
};

/** The file of a request: new, or that of an earlier request with its key. */
export type MadeMedia = { readonly media: MediaWithEnd; readonly isNew: boolean; readonly isMismatch: boolean };

export type NewMediaDeps = {
  readonly db: DatabasePool;
  readonly ids: Ids;
  readonly now: () => Date;
  readonly addresses: MediaAddresses;
};

/** Finds the file of the request's idempotency key; null for a new or absent one. */
export async function findOriginal(db: Database, { caller, key, text }: MediaRequest): Promise<MadeMedia | null> {
  const media = key === null ? null : await findMedia(db, caller.projectId, { idempotencyKey: key });
  return media && { media, isNew: false, isMismatch: media.requestSha256?.equals(sha256(text)) !== true };
}

type Announced = Pick<NewMedia, 'filename' | 'contentType' | 'bytes' | 'announcedSha256'>;

/** The row of a new file. Without `isUpload` its bytes are in the store already. */
export function toNewMedia(
  { ids, now, addresses }: NewMediaDeps,
  { caller, key: idempotencyKey, text }: MediaRequest,
  { key, isUpload, ...announced }: Announced & { readonly key: string; readonly isUpload: boolean },
): NewMedia {
  const expiresAt = new Date(now().getTime() + LIMITS.mediaUploadSeconds.value * 1_000);
  return {
    ...{ projectId: caller.projectId, id: ids.uuid(), key, ...announced },
    upload: isUpload ? { tokenSha256: addresses.uploadOf(key).tokenSha256, expiresAt } : null,
    idempotency: idempotencyKey === null ? null : { key: idempotencyKey, requestSha256: sha256(text) },
  };
}

/**
 * Inserts a file within the limits of the plan. Null when its idempotency key was used meanwhile.
 */
export async function insertWithin(
  tx: Database,
  { caller }: MediaRequest,
  file: NewMedia,
): Promise<Refusal | 'inserted' | null> {
  await lockProject(tx, caller.projectId);
  const refusal = refuseStorage(planOf(caller.plan), await countStored(tx, caller.projectId), file.bytes);
  if (refusal) return refusal;
  return (await insertMedia(tx, file)) ? 'inserted' : null;
}
