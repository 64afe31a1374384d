import { statfsSync } from 'node:fs';
import { createDiskBudget, type DiskBudget } from '@fanfare/network';

const MOST_BYTES = 8 * 1024 ** 3;
/** Part of the disk space that is free when the server starts. */
const SHARE_OF_DISK = 0.1;
/** Space left to other programs, whatever the budget is. */
const KEPT_FREE_BYTES = 256 * 1024 ** 2;

/** Disk space for media: `setBytes`, or a tenth of the free space, at most 8 GiB. */
export function openMediaDiskBudget(folder: string, setBytes: number | null): DiskBudget {
  return createDiskBudget(mediaDiskBytes(freeBytes(folder), setBytes), () => freeBytes(folder) - KEPT_FREE_BYTES);
}

/** Takes microseconds. It is read for each file and every few megabytes. */
function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

export const mediaDiskBytes = (freeBytes: number, setBytes: number | null): number =>
  setBytes ?? Math.min(MOST_BYTES, Math.floor(freeBytes * SHARE_OF_DISK));
