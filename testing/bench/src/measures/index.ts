import type { Measure } from '../measure.ts';
import { drainWide } from './drain-wide.ts';
import { due10k } from './due-10k.ts';
import { immediate } from './immediate.ts';
import { isolation } from './isolation.ts';
import { punctuality } from './lateness.ts';
import { mediaBucket, mediaMemory } from './media-memory.ts';
import { mediaServe, mediaUpload } from './media-speed.ts';
import { pages } from './pages.ts';
import { partitions, partitionsIdle } from './partitions.ts';
import { partitionsClaims } from './partitions-claims.ts';
import { partitionsUpkeep } from './partitions-upkeep.ts';
import { processes } from './processes.ts';
import { poll, readList, readPost } from './reads.ts';
import { scheduledHot, scheduledMany } from './scheduled.ts';

/** In the order of the report. What writes a million rows comes after what they would burden. */
export const MEASURES: readonly Measure[] = [
  ...[scheduledMany, scheduledHot, processes, immediate],
  ...[readPost, readList, poll],
  ...[drainWide, due10k, punctuality],
  ...[mediaMemory, mediaBucket, mediaUpload, mediaServe],
  ...[partitions, partitionsIdle, partitionsClaims, partitionsUpkeep],
  ...[isolation, pages],
];
