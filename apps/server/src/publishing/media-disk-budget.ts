import { statfsSync } from 'node:fs';
import { createDiskBudget, type DiskBudget } from '@fanfare/network';

const MOST_BYTES = 8 * 1024 ** 3;
/** Of the disk space that is free when the server starts. */
const SHARE_OF_DISK = 0.1;
/** Left to other programs, whatever the budget is. */
const KEPT_FREE_BYTES = 256 * 1024 ** 2;

/** The disk space for media: `setBytes`, else the smaller of 8 GiB and a tenth of the free space; never the last 256 MiB that are free at the time. */
export function openMediaDiskBudget(folder: string, setBytes: number | null): DiskBudget {
  return createDiskBudget(mediaDiskBytes(freeBytes(folder), setBytes), () => freeBytes(folder) - KEPT_FREE_BYTES);
}

/** Takes microseconds, and is read once for each file and every few megabytes of one. */
function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

export const mediaDiskBytes = (freeBytes: number, setBytes: number | null): number =>
  setBytes ?? Math.min(MOST_BYTES, Math.floor(freeBytes * SHARE_OF_DISK));
