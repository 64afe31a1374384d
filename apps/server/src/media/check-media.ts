import { judgeUpload, nameByType } from '@fanfare/rules';
import type { Database } from '../db/database.ts';
import type { KeyedSemaphore } from '../process/semaphore.ts';
import { inspectFile } from './inspect-file.ts';
import { type CheckedMedia, findMedia, type MediaRef, type MediaRow, settleMedia } from './media.table.ts';
import { type CountPages, withPages } from './pages/page-counter.ts';
import type { MediaStore } from './stores/media-store.ts';
import { type ShowMediaDeps, toEventMedia } from './to-media-file.ts';

export type CheckMediaDeps = ShowMediaDeps & {
  readonly store: MediaStore;
  /** Bounds the files of a project that are read at once. */
  readonly checks: KeyedSemaphore;
  readonly countPages: CountPages;
};

/** Judges the bytes of a file, all of which are in the store. */
export async function checkMedia(
  { store, checks, countPages }: Pick<CheckMediaDeps, 'store' | 'checks' | 'countPages'>,
  { projectId, key, announcedSha256, filename }: Pick<MediaRow, 'projectId' | 'key' | 'announcedSha256' | 'filename'>,
  size: number,
): Promise<CheckedMedia> {
  const read = (start: number, end: number) => store.read(key, start, end);
  const { facts, sha256 } = await checks.run(projectId, async () => {
    const found = await inspectFile(store, { key, size });
    const count = (contentType: string) => countPages({ contentType, size, read }, projectId);
    return { ...found, facts: await withPages(found.facts, count) };
  });
  const error = judgeUpload({ sha256: announcedSha256 }, { facts, sha256 });
  return {
    status: error === null ? 'ready' : 'refused',
    contentType: facts.contentType,
    filename: nameByType(filename, facts.contentType),
    bytes: size,
    sha256,
    facts,
    error,
  };
}

/** Stores the result of a check with its event. Does nothing for a file that was checked before. */
export async function storeCheck(
  deps: CheckMediaDeps & { readonly wakeEvents: () => void },
  tx: Database,
  ref: MediaRef,
  checked: CheckedMedia,
): Promise<void> {
  const file = await findMedia(tx, ref.projectId, { id: ref.id });
  if (file?.status !== 'awaiting_upload') return;
  await settleMedia(tx, ref, checked, toEventMedia(deps, { ...file, ...checked }));
}
