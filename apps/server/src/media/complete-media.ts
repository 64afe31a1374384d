import { type Decision, MEDIA_REFUSALS, noSuch, refuse } from '@fanfare/rules';
import type { CallersPool } from '../db/database.ts';
import type { KeyedSemaphore } from '../process/semaphore.ts';
import { type CheckMediaDeps, checkMedia, storeCheck } from './check-media.ts';
import { findMedia, type MediaRef, type MediaWithEnd } from './media.table.ts';

export type CompleteMediaDeps = CheckMediaDeps & {
  readonly db: CallersPool;
  /** Checks a file once at a time. */
  readonly mediaMutex: KeyedSemaphore;
  readonly wakeEvents: () => void;
};

type Completed = Decision<{ readonly media: MediaWithEnd }>;

/** Checks a file whose bytes have come. A repeated call answers the result of the first. */
export const completeMedia = (deps: CompleteMediaDeps, ref: MediaRef): Promise<Completed> =>
  deps.mediaMutex.run(ref.id, () => complete(deps, ref));

async function complete(deps: CompleteMediaDeps, ref: MediaRef): Promise<Completed> {
  const { db, store } = deps;
  const file = await findMedia(db, ref.projectId, { id: ref.id });
  if (!file) return refuse(noSuch('file'));
  if (file.status !== 'awaiting_upload') return { ok: true, media: file };
  const { key, bytes } = file;
  if (!(await store.finish(key, bytes))) return MEDIA_REFUSALS.incomplete(await store.received(key), bytes);
  const checked = await checkMedia(deps, file, bytes);
  await db.transaction((tx) => storeCheck(deps, tx, ref, checked));
  deps.wakeEvents();
  if (checked.status === 'refused') await store.remove(key);
  const media = await findMedia(db, ref.projectId, { id: ref.id });
  return media ? { ok: true, media } : refuse(noSuch('file'));
}
