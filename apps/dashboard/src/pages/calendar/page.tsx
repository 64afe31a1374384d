import type { Post } from '@fanfare/sdk';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useAllAccounts } from '../../accounts/queries.ts';
import { toLocalText, ZONE } from '../../frame/local-time.ts';
import { Page } from '../../frame/page.tsx';
import { Problem } from '../../frame/problem.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { addressOf, type CalendarState, readState } from './calendar-state.ts';
import { type Day, dayOf, firstWeekday, nameOf, weeksOf } from './days.ts';
import { Grid } from './grid.tsx';
import { type LeftOver, LeftOverNotice } from './left-over-notice.tsx';
import { MoveDialog, type Moving } from './move-dialog.tsx';
import { useCalendarPosts, useUnfinishedMoves } from './queries.ts';
import { Summary } from './summary.tsx';
import { Toolbar } from './toolbar.tsx';
import { UnfinishedNotice } from './unfinished-notice.tsx';

/** Shows when posts go out, by month and by week. View, day and filters are in the address. */
export default function CalendarPage() {
  const [parameters] = useSearchParams();
  const [, navigate] = useLocation();
  const today = dayOf(new Date());
  const state = readState(parameters, today);
  const { data: accounts = [] } = useAllAccounts();
  const weeks = weeksOf(state.view, state.day, firstWeekday());
  const days = weeks.flat();
  const { data, error, refetch, isPlaceholderData } = useCalendarPosts(days[0] ?? today, days.at(-1) ?? today, state);
  const [moving, setMoving] = useState<Moving | null>(null);
  const [leftOver, setLeftOver] = useState<LeftOver | null>(null);
  const { data: unfinished = [] } = useUnfinishedMoves();
  const name = nameOf(state.view, state.day, weeks);
  const change = (changes: Partial<CalendarState>): void => navigate(addressOf({ ...state, ...changes }));
  return (
    <Page
      title="Calendar"
      description={`Posts at the time when they go out, in your time zone: ${ZONE()}.`}
      actions={
        <ButtonLink kind="primary" href="/compose">
          Compose post
        </ButtonLink>
      }
    >
      {leftOver && <LeftOverNotice left={leftOver} onChange={setLeftOver} />}
      {unfinished
        .filter(({ key }) => key !== leftOver?.moved.key)
        .map((move) => (
          <UnfinishedNotice key={move.key} move={move} />
        ))}
      <Toolbar state={state} name={name} today={today} accounts={accounts} onChange={change} />
      <Summary state={state} name={name} days={days} posts={isPlaceholderData ? undefined : data} hasFailed={!!error} />
      {error && <Problem error={error} retry={() => void refetch()} />}
      {(data || !error) && (
        <Grid
          state={state}
          name={name}
          today={today}
          weeks={weeks}
          posts={data?.posts ?? null}
          isBusy={isPlaceholderData}
          // The day that has the focus: Back leads to what was shown before, not through every
          // arrow key.
          onDay={(day) => navigate(addressOf({ ...state, day }), { replace: true })}
          onMove={(post, day) => setMoving({ post, to: suggestedTime(post, day) })}
        />
      )}
      {moving && (
        <MoveDialog
          key={`${moving.post.id} ${moving.to}`}
          moving={moving}
          onClose={() => setMoving(null)}
          onLeftOver={setLeftOver}
        />
      )}
    </Page>
  );
}

/** The time of a post on another day, or its own where no day is chosen. */
function suggestedTime({ publishAt }: Post, day: Day | null): string {
  const text = publishAt === null ? '' : toLocalText(new Date(publishAt));
  return day === null ? text : `${day}${text.slice(10)}`;
}
