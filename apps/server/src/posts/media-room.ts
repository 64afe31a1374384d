import { statfs } from 'node:fs/promises';
import { createSpoolRoom, type SpoolRoom } from '@fanfare/network';

const MOST_BYTES = 8 * 1024 ** 3;
/** Of what is free on the disk when the server starts. */
const SHARE_OF_DISK = 0.1;

/** The room for media on disk: what is set, else 8 GiB or a tenth of the free disk, whichever is less. */
export async function openMediaRoom(folder: string, setBytes: number | null): Promise<SpoolRoom> {
  if (setBytes !== null) return createSpoolRoom(setBytes);
  const { bavail, bsize } = await statfs(folder);
  return createSpoolRoom(Math.min(MOST_BYTES, Math.floor(bavail * bsize * SHARE_OF_DISK)));
}
