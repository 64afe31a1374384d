import type { UsageDays } from '@fanfare/app-contract';
import type { QuotaPeriod } from '@fanfare/rules';
import type { DayUse } from './usage-days.table.ts';

const DAY_MS = 86_400_000;

/** Sums units per UTC day of a period. Units billed after it count on its last day. */
export function countDays({ start, end }: QuotaPeriod, uses: readonly DayUse[]): UsageDays['days'] {
  const days = Array.from({ length: Math.round((end.getTime() - start.getTime()) / DAY_MS) }, (_, i) => ({
    date: new Date(start.getTime() + i * DAY_MS).toISOString().slice(0, 10),
    units: 0,
    publish: 0,
    comment: 0,
    repost: 0,
  }));
  for (const { date, kind, units } of uses) {
    const inPeriod = date < days[0]!.date ? days[0] : days.find((day) => day.date === date);
    const day = inPeriod ?? days.at(-1)!;
    day.units += units;
    day[kind] += units;
  }
  return days;
}
