import type { Measure } from '../measure.ts';
import { immediate } from './immediate.ts';
import { poll, readList, readPost } from './reads.ts';
import { scheduledHot, scheduledMany } from './scheduled.ts';

/** In the order of the report. */
export const MEASURES: readonly Measure[] = [scheduledMany, scheduledHot, immediate, readPost, readList, poll];
