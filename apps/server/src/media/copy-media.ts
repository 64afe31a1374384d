import { tmpdir } from 'node:os';
import { LIMITS, type MediaFromUrlBody } from '@fanfare/contract';
import {
  createMediaSource,
  type DiskBudget,
  type Egress,
  MEDIA_CONTENT_TYPES,
  type MediaFile,
  NetworkError,
} from '@fanfare/network';
import { type Decision, MEDIA_REFUSALS, refuse, UNNAMED_FILE } from '@fanfare/rules';
import { systemClock } from '../process/clock.ts';
import { type CheckMediaDeps, checkMedia, storeCheck } from './check-media.ts';
import { type CheckedMedia, findMedia } from './media.table.ts';
import { useMedia } from './media-uses.table.ts';
import {
  findOriginal,
  insertWithin,
  type MadeMedia,
  type MediaRequest,
  type NewMediaDeps,
  toNewMedia,
} from './new-media.ts';

export type CopyMediaDeps = NewMediaDeps &
  CheckMediaDeps & {
    readonly egress: Egress;
    readonly mediaDiskBudget: DiskBudget;
    readonly wakeEvents: () => void;
  };

type Made = Decision<{ readonly made: MadeMedia }>;

/**
 * Copies a public file into the store and checks it. The row comes last: what breaks off before it
 * leaves bytes without a row, which the job deletes.
 */
export async function copyMedia(deps: CopyMediaDeps, request: MediaRequest, body: MediaFromUrlBody): Promise<Made> {
  const original = await findOriginal(deps.db, request);
  if (original) return { ok: true, made: original };
  const source = openCopySource(deps, request.caller.projectId);
  try {
    const file = await source.open({
      ...{ url: body.url, accept: MEDIA_CONTENT_TYPES, maxBytes: LIMITS.mediaFileBytes.value, subject: 'The file' },
    });
    return await storeCopy(deps, request, { file, filename: body.filename ?? nameIn(body.url) });
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    return MEDIA_REFUSALS.unreachable(`${error.facts.message} ${error.facts.remedy ?? ''}`.trim());
  } finally {
    await source.close();
  }
}

/** A source for one file, within the disk space that all media share. */
export const openCopySource = ({ egress, mediaDiskBudget: diskBudget }: CopyMediaDeps, owner: string) =>
  createMediaSource({ egress, tempDir: tmpdir(), diskBudget, owner, clock: systemClock });

type Copied = {
  readonly file: MediaFile;
  readonly filename: string;
  /** Throws for a file that is not to be kept. */
  readonly judge?: (checked: CheckedMedia) => void;
  /** The post that uses the copy. */
  readonly postId?: string;
};

/** Keeps the bytes of a file, then its row and its use by a post. */
export async function storeCopy(
  deps: CopyMediaDeps,
  request: MediaRequest,
  { file, filename, judge, postId }: Copied,
): Promise<Made> {
  const { db, store, addresses } = deps;
  const key = addresses.newKey();
  const { contentType, size: bytes } = file;
  let isKept = false;
  try {
    await store.append(key, 0, file.stream(), bytes);
    await store.finish(key, bytes);
    const { projectId } = request.caller;
    const checked = await checkMedia(deps, { projectId, key, announcedSha256: null, filename }, bytes);
    judge?.(checked);
    const row = toNewMedia(deps, request, {
      filename,
      contentType,
      bytes,
      announcedSha256: null,
      key,
      isUpload: false,
    });
    const inserted = await db.transaction(async (tx) => {
      const outcome = await insertWithin(tx, request, row);
      if (outcome !== 'inserted') return outcome;
      await storeCheck(deps, tx, row, checked);
      if (postId !== undefined) await useMedia(tx, { projectId: row.projectId, postId, mediaIds: [row.id] });
      return outcome;
    });
    if (inserted === null) return { ok: true, made: (await findOriginal(db, request))! };
    if (inserted !== 'inserted') return refuse(inserted);
    isKept = checked.status === 'ready';
    deps.wakeEvents();
    const media = await findMedia(db, row.projectId, { id: row.id });
    return { ok: true, made: { media: media!, isNew: true, isMismatch: false } };
  } finally {
    if (!isKept) await store.remove(key);
  }
}

/** The last part of an address. */
export function nameIn(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  return last.slice(0, LIMITS.mediaFilenameChars.value) || UNNAMED_FILE;
}
