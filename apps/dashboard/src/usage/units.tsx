import styles from './units.module.css';

type Props = {
  readonly used: number;
  readonly reserved: number;
  /** Null without a limit. */
  readonly included: number | null;
  /** Null for a period that is over. */
  readonly periodEnd: string | null;
};

const count = (units: number): string => units.toLocaleString('en');
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** Used, held and left units of a period: a sentence, and a bar where the plan has a limit. */
export function Units({ used, reserved, included, periodEnd }: Props) {
  const held = reserved > 0 ? `, ${count(reserved)} held for posts that are to come` : '';
  if (included === null)
    return (
      <p>
        <strong>{count(used)}</strong> {used === 1 ? 'unit' : 'units'} used{held}. The plan has no limit.
      </p>
    );
  const left = Math.max(0, included - used - reserved);
  return (
    <div className={styles.units}>
      <p>
        <strong>{count(left)}</strong> of {count(included)} left
        <span className={styles.quiet}>
          : {count(used)} used{held}.{periodEnd && ` The next period begins on ${day.format(new Date(periodEnd))}.`}
        </span>
      </p>
      <svg className={styles.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={shareOf(used, included)} height="1" className={styles.used} />
        <rect x={shareOf(used, included)} width={shareOf(reserved, included)} height="1" className={styles.held} />
      </svg>
    </div>
  );
}

const shareOf = (units: number, included: number): number =>
  included === 0 ? 100 : Math.min(100, (100 * units) / included);
