import type { Measure } from '../measure.ts';
import { mock, sdk } from './clients.ts';
import { backlog, drain } from './drain.ts';
import { fanOut } from './fan-out.ts';
import { immediate } from './immediate.ts';
import { isolation } from './isolation.ts';
import { punctuality } from './lateness.ts';
import { cost } from './load.ts';
import { pages } from './pages.ts';
import { processes } from './processes.ts';
import { poll, readList, readPost } from './reads.ts';
import { scheduledHot, scheduledMany } from './scheduled.ts';
import { start } from './start-up.ts';

/** In the order of the report. */
export const MEASURES: readonly Measure[] = [
  ...[scheduledMany, scheduledHot, cost, processes, immediate, fanOut],
  ...[readPost, readList, poll, pages],
  ...[drain, backlog, punctuality, isolation],
  ...[start, mock, sdk],
];
