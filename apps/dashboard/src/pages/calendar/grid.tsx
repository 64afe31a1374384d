import type { Post } from '@fanfare/sdk';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { CalendarState } from './calendar-state.ts';
import { DayCell } from './day-cell.tsx';
import { addDays, type Day, dayOf, startOf } from './days.ts';
import styles from './grid.module.css';
import { shiftDay } from './toolbar.tsx';

type Props = {
  readonly state: CalendarState;
  readonly name: string;
  readonly today: Day;
  readonly weeks: readonly (readonly Day[])[];
  /** Null before they were read for the first time. */
  readonly posts: readonly Post[] | null;
  /** Those of other days are shown until these are read. */
  readonly isBusy: boolean;
  /** Another day shall have the focus. */
  readonly onDay: (day: Day) => void;
  /** To the day where a post was dropped; null where the person chooses. */
  readonly onMove: (post: Post, day: Day | null) => void;
};

const weekday = new Intl.DateTimeFormat('en', { weekday: 'short' });
const HINT = 'calendar-hint';

/** Days in rows of weeks, on a phone one below the other. Arrow keys move from day to day. */
export function Grid({ state: { view, day }, name, today, weeks, posts, isBusy, onDay, onMove }: Props) {
  const table = useRef<HTMLTableElement>(null);
  const shallFocus = useRef(false);
  const [dragged, setDragged] = useState<Post | null>(null);
  const byDay = useMemo(() => groupByDay(posts ?? []), [posts]);
  useEffect(() => {
    if (!shallFocus.current) return;
    shallFocus.current = false;
    table.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [day]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const from = (event.target as HTMLElement).dataset.day;
    const next = from === undefined || event.altKey || event.ctrlKey || event.metaKey ? null : nextDay(event.key, from);
    if (next === null) return;
    event.preventDefault();
    shallFocus.current = true;
    onDay(next);
  };
  const nextDay = (key: string, from: Day): Day | null => {
    const week = weeks.find((one) => one.includes(from));
    switch (key) {
      case 'ArrowLeft':
        return addDays(from, -1);
      case 'ArrowRight':
        return addDays(from, 1);
      case 'ArrowUp':
        return addDays(from, -7);
      case 'ArrowDown':
        return addDays(from, 7);
      case 'Home':
        return week?.[0] ?? null;
      case 'End':
        return week?.at(-1) ?? null;
      case 'PageUp':
        return shiftDay(view, from, -1);
      case 'PageDown':
        return shiftDay(view, from, 1);
      default:
        return null;
    }
  };
  return (
    <>
      <p id={HINT} className="unseen">
        Arrow keys move between days, Page Up and Page Down between {view}s.
      </p>
      <table
        ref={table}
        className={styles.grid}
        data-view={view}
        role="grid"
        aria-label={name}
        aria-describedby={HINT}
        aria-busy={isBusy || posts === null}
        data-waiting={posts === null || undefined}
        onKeyDown={onKeyDown}
      >
        <thead role="rowgroup">
          <tr role="row">
            {weeks[0]?.map((one) => (
              <th key={one} scope="col" role="columnheader">
                {weekday.format(startOf(one))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {weeks.map((week) => (
            <tr key={week[0]} role="row">
              {week.map((one) => (
                <DayCell
                  key={one}
                  day={one}
                  today={today}
                  view={view}
                  isOutside={view === 'month' && one.slice(0, 7) !== day.slice(0, 7)}
                  isTabStop={one === day}
                  posts={byDay.get(one) ?? []}
                  dragged={dragged}
                  onDrag={setDragged}
                  onMove={onMove}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function groupByDay(posts: readonly Post[]): ReadonlyMap<Day, readonly Post[]> {
  const days = new Map<Day, Post[]>();
  for (const post of posts) {
    if (post.publishAt === null) continue;
    const day = dayOf(new Date(post.publishAt));
    const list = days.get(day);
    if (list) list.push(post);
    else days.set(day, [post]);
  }
  return days;
}
