import type { Database } from '../../db/database.ts';
import { findWhole, noteArriving, setWhole } from '../../media/arriving-media.table.ts';
import { hashFile } from '../../media/inspect-file.ts';
import type { MediaStore } from '../../media/stores/media-store.ts';
import { toPublicId } from '../../process/ids.ts';
import { MoveRefused } from './move-refused.ts';
import { countFiles, type FileTotal, isThere, listFiles, type StoredFile } from './moved-files.ts';
import type { MovedWorkspace } from './workspace-rows.ts';

const PAGE = 200;
/** Files at once. Each holds at most a part of 8 MiB. */
const AT_ONCE = 4;

type Side = { readonly db: Database; readonly store: MediaStore };
export type FileProgress = { readonly copied: FileTotal; readonly all: FileTotal };

type Deps = {
  readonly from: Side;
  readonly to: Side;
  readonly onProgress: (progress: FileProgress) => void;
};

/**
 * Copies the files of a workspace that are not whole in the other store, one after the other as
 * streams, and compares what arrived with their checksum. Returns the number of bytes. A run that
 * was killed begins again with the files that it had not finished.
 */
export async function copyFiles(deps: Deps, workspace: MovedWorkspace): Promise<FileTotal> {
  const all = await countFiles(deps.from.db, workspace);
  const copied = { files: 0, bytes: 0 };
  const seen = { files: 0, bytes: 0 };
  const count = (total: { files: number; bytes: number }, { bytes }: StoredFile): void => {
    total.files++;
    total.bytes += bytes;
  };
  for (let after: StoredFile | null = null; ; ) {
    const page: readonly StoredFile[] = await listFiles(deps.from.db, workspace, after, PAGE);
    const whole = await findWhole(
      deps.to.db,
      page.map(({ key }) => key),
    );
    for (const file of page) if (whole.has(file.key)) count(seen, file);
    const waiting = page.filter(({ key }) => !whole.has(key));
    const work = async (): Promise<void> => {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
        const isCopied = await copyFile(deps, workspace, file).catch((error: unknown) => {
          // The others end with their files.
          waiting.length = 0;
          throw error;
        });
        count(seen, file);
        if (isCopied) count(copied, file);
        deps.onProgress({ copied: { ...seen }, all });
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
    const failed = ended.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    if (failed) throw failed.reason;
    after = page.at(-1) ?? null;
    if (page.length < PAGE) return copied;
  }
}

/**
 * False for a file without all its bytes: an upload under way, or one that was deleted meanwhile.
 */
async function copyFile({ from, to }: Deps, { id }: MovedWorkspace, file: StoredFile): Promise<boolean> {
  const { key, bytes } = file;
  const isUpload = file.sha256 === null;
  // One whose bytes have all come is complete in the new cell without being sent again.
  if (isUpload && !((await from.store.received(key)) === bytes && (await from.store.finish(key, bytes)))) return false;
  if ((await from.store.size(key)) !== bytes) {
    if (!(await isThere(from.db, file))) return false;
    throw refusal(file, 'has lost its bytes');
  }
  try {
    const sha256 = file.sha256 ?? (await hashFile(from.store, { key, size: bytes }));
    await noteArriving(to.db, id, [key]);
    // An earlier run, or an earlier move, may have left bytes here.
    await to.store.remove(key);
    await to.store.append(key, 0, from.store.stream(key, 0, bytes));
    const isFinal = await to.store.finish(key, bytes);
    if (!isFinal || (await hashFile(to.store, { key, size: bytes })) !== sha256)
      throw refusal(file, 'arrives with other bytes than its checksum says');
  } catch (error) {
    if (await isThere(from.db, file)) throw error;
    return false;
  }
  await setWhole(to.db, key);
  return true;
}

const refusal = ({ mediaId }: StoredFile, what: string): MoveRefused =>
  new MoveRefused(
    `The file ${toPublicId('med', mediaId)} ${what}. Restore its bytes in the store of its cell, or delete the file, then run this again: it goes on with the others.`,
  );
