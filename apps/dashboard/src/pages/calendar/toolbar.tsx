import type { Account } from '@fanfare/sdk';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { distinctionOf, kindInRow } from '../../accounts/names.ts';
import { NETWORKS, networkName } from '../../icons/network-mark.tsx';
import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/select.tsx';
import { addressOf, type CalendarState } from './calendar-state.ts';
import { addDays, addMonths, type Day, type View } from './days.ts';
import styles from './toolbar.module.css';

type Props = {
  readonly state: CalendarState;
  readonly name: string;
  readonly today: Day;
  readonly accounts: readonly Account[];
  readonly onChange: (changes: Partial<CalendarState>) => void;
};

const VIEWS: readonly { readonly view: View; readonly label: string }[] = [
  { view: 'month', label: 'Month' },
  { view: 'week', label: 'Week' },
];

/** The day one month or week before or after another one. */
export const shiftDay = (view: View, day: Day, by: 1 | -1): Day =>
  view === 'month' ? addMonths(day, by) : addDays(day, 7 * by);

/** The name of what is shown, and the controls that change it. */
export function Toolbar({ state, name, today, accounts, onChange }: Props) {
  const { view, day, platform, accountId } = state;
  const networks = [...new Set<string>([...NETWORKS, ...accounts.map((account) => account.platform)])];
  return (
    <div className={styles.toolbar}>
      <div className={styles.period}>
        <Button
          kind="quiet"
          icon={<ChevronLeft aria-hidden />}
          aria-label={`Previous ${view}`}
          onClick={() => onChange({ day: shiftDay(view, day, -1) })}
        />
        <Button
          kind="quiet"
          icon={<ChevronRight aria-hidden />}
          aria-label={`Next ${view}`}
          onClick={() => onChange({ day: shiftDay(view, day, 1) })}
        />
        <h2 className={styles.name} aria-live="polite">
          {name}
        </h2>
        <Button size="small" onClick={() => onChange({ day: today })}>
          Today
        </Button>
      </div>
      <div className={styles.filters}>
        <Select
          aria-label="Network"
          value={platform}
          options={[
            { value: '', label: 'Any network' },
            ...networks.map((network) => ({ value: network, label: networkName(network) })),
          ]}
          onChange={(next) => onChange({ platform: next })}
        />
        <Select
          aria-label="Account"
          value={accountId}
          options={[
            { value: '', label: 'Any account' },
            ...accounts.map((account) => ({
              value: account.id,
              label: account.username,
              hint: [kindInRow(account), distinctionOf(account, accounts)].filter(Boolean).join(' '),
            })),
          ]}
          onChange={(next) => onChange({ accountId: next })}
        />
        <nav className={styles.views} aria-label="View">
          {VIEWS.map((one) => (
            <Link
              key={one.view}
              href={addressOf({ ...state, view: one.view })}
              className={styles.view}
              aria-current={view === one.view ? 'true' : undefined}
            >
              {one.label}
            </Link>
          ))}
        </nav>
      </div>
    </div>
  );
}
