import type { Measure } from '../measure.ts';
import { mock, sdk } from './clients.ts';
import { crowd } from './crowd.ts';
import { backlog, drain } from './drain.ts';
import { drainWide } from './drain-wide.ts';
import { due10k } from './due-10k.ts';
import { due1m, due100k, dueProcesses } from './due-at-once.ts';
import { fanOut } from './fan-out.ts';
import { immediate } from './immediate.ts';
import { isolation } from './isolation.ts';
import { punctuality } from './lateness.ts';
import { cost } from './load.ts';
import { media } from './media.ts';
import { pages } from './pages.ts';
import { processes } from './processes.ts';
import { poll, readList, readPost } from './reads.ts';
import { scheduledHot, scheduledMany } from './scheduled.ts';
import { sdkImport, start } from './start-up.ts';
import { throttled } from './throttled.ts';

/** In the order of the report. What writes millions of rows comes after what they would burden. */
export const MEASURES: readonly Measure[] = [
  ...[scheduledMany, scheduledHot, cost, processes, immediate, fanOut],
  ...[readPost, readList, poll],
  ...[drain, drainWide, backlog, due10k, punctuality, throttled, crowd],
  ...[start, sdkImport, mock, sdk],
  ...[isolation, pages],
  ...[dueProcesses, due100k, due1m, media],
];
