import { StoreUnavailable } from './media-store.ts';

/**
 * Errors of the disk, not of this program (man7.org/linux/man-pages/man3/errno.3.html, 2026-11).
 */
const DISK_ERRORS: ReadonlySet<unknown> = new Set(['EIO', 'EROFS', 'EACCES', 'EPERM', 'ESTALE', 'EMFILE', 'ENFILE']);
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Makes a function that runs work on files of a folder, and throws StoreUnavailable when the disk
 * is full or does not work: for the usual errors of a disk, and `others`.
 */
export const diskWork =
  (folder: string, others: readonly unknown[] = []) =>
  async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work();
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
      if (FULL.has(code)) throw new StoreUnavailable(`The disk of the ${folder} is full.`, { cause, isFull: true });
      if (DISK_ERRORS.has(code) || others.includes(code))
        throw new StoreUnavailable(`The ${folder} cannot be used.`, { cause });
      throw cause;
    }
  };
