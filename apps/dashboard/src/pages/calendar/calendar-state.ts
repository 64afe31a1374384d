import { type Day, dayOf, startOf, type View } from './days.ts';

/** The state of the calendar in the address. `day` is the one that has the focus. */
export type CalendarState = {
  readonly view: View;
  readonly day: Day;
  readonly platform: string;
  readonly accountId: string;
};

export function readState(parameters: URLSearchParams, today: Day): CalendarState {
  const date = parameters.get('date') ?? '';
  // Such as the 31st of a month that has none.
  const isDay = /^\d{4}-\d\d-\d\d$/.test(date) && dayOf(startOf(date)) === date;
  return {
    view: parameters.get('view') === 'week' ? 'week' : 'month',
    day: isDay ? date : today,
    platform: parameters.get('platform') ?? '',
    accountId: parameters.get('account') ?? '',
  };
}

export function addressOf({ view, day, platform, accountId }: CalendarState): string {
  const named = { view, date: day, platform, account: accountId };
  return `/calendar?${new URLSearchParams(Object.entries(named).filter(([, value]) => value !== ''))}`;
}
