import { statfs } from 'node:fs/promises';
import { mediaDiskBytes } from '../../publishing/media-disk-budget.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const MIB = 1024 ** 2;
/** Largest video of X, media upload: 512 MB (checked 2026-11). Media of a post share the space. */
const LARGEST_VIDEO = 512 * MIB;

type Deps = { readonly folder: string; readonly mediaSpoolBytes: number | null };

/** Checks the space of the temporary folder for media in flight. */
export async function checkDisk({ folder, mediaSpoolBytes }: Deps): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const budget = mediaDiskBytes(free, mediaSpoolBytes);
  const facts = `${folder} has ${toMib(free)} MiB free; media that are being published may use ${toMib(budget)} MiB.`;
  if (budget > free) return problem('disk', facts, 'Free disk space, or lower MEDIA_SPOOL_BYTES.');
  if (budget < LARGEST_VIDEO)
    return warning('disk', `${facts} A large video does not fit.`, 'Free disk space, or raise MEDIA_SPOOL_BYTES.');
  return ok('disk', facts);
}

const toMib = (bytes: number): number => Math.floor(bytes / MIB);
