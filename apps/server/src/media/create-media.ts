import type { CreateMediaBody } from '@fanfare/contract';
import { type Decision, refuse } from '@fanfare/rules';
import { findMedia } from './media.table.ts';
import {
  findOriginal,
  insertWithin,
  type MadeMedia,
  type MediaRequest,
  type NewMediaDeps,
  toNewMedia,
} from './new-media.ts';

/** Announces a file, or finds the one that the request's key announced before. */
export async function createMedia(
  deps: NewMediaDeps,
  request: MediaRequest,
  { sha256: announcedSha256, ...announced }: CreateMediaBody,
): Promise<Decision<{ readonly made: MadeMedia }>> {
  const original = await findOriginal(deps.db, request);
  if (original) return { ok: true, made: original };
  const key = deps.addresses.newKey();
  const file = toNewMedia(deps, request, {
    ...announced,
    announcedSha256: announcedSha256 ?? null,
    key,
    isUpload: true,
  });
  const inserted = await deps.db.transaction((tx) => insertWithin(tx, request, file));
  if (inserted !== 'inserted' && inserted !== null) return refuse(inserted);
  if (inserted === null) return { ok: true, made: (await findOriginal(deps.db, request))! };
  const media = await findMedia(deps.db, file.projectId, { id: file.id });
  return { ok: true, made: { media: media!, isNew: true, isMismatch: false } };
}
