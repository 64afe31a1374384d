import { statfs } from 'node:fs/promises';
import { createDiskBudget, type DiskBudget } from '@fanfare/network';

const MOST_BYTES = 8 * 1024 ** 3;
/** Of the disk space that is free when the server starts. */
const SHARE_OF_DISK = 0.1;

/** The disk space for media: `setBytes`, else the smaller of 8 GiB and a tenth of the free space. */
export async function openMediaDiskBudget(folder: string, setBytes: number | null): Promise<DiskBudget> {
  const { bavail, bsize } = await statfs(folder);
  return createDiskBudget(mediaDiskBytes(bavail * bsize, setBytes));
}

export const mediaDiskBytes = (freeBytes: number, setBytes: number | null): number =>
  setBytes ?? Math.min(MOST_BYTES, Math.floor(freeBytes * SHARE_OF_DISK));
