import type { Account } from '@fanfare/sdk';
import { Link } from 'wouter';
import { AccountName } from '../../accounts/account-name.tsx';
import { WITHIN_QUOTA } from '../../frame/error-words.ts';
import { NetworkMark, networkName } from '../../icons/network-mark.tsx';
import { useUsage } from '../../usage/queries.ts';
import fields from './fields.module.css';
import type { ComposedTarget, Judged } from './judge.ts';
import styles from './summary.module.css';

const COUNTED_AS: Readonly<Record<string, string>> = {
  weighted: 'by weight',
  threads: 'emoji by their bytes',
};

/** The length of the text for each network, and the cost of the post. */
export function Summary({ judged, accounts }: { readonly judged: Judged; readonly accounts: readonly Account[] }) {
  const { data: usage } = useUsage();
  if (judged.targets.length === 0) return null;
  const left = usage?.remaining ?? null;
  return (
    <section className={styles.summary} aria-label="Counts and units">
      <ul>
        {judged.targets.map((target) => (
          <li key={target.target.accountId} className={styles.count}>
            <NetworkMark network={target.target.platform} />
            <Name accounts={accounts} accountId={target.target.accountId} />
            <Count target={target} />
            <span className={styles.units}>{unitsOf(target)}</span>
          </li>
        ))}
      </ul>
      <p className={styles.total}>
        <strong>
          {judged.units} {judged.units === 1 ? 'unit' : 'units'}
        </strong>
        {usage && left !== null && ` of ${left.toLocaleString('en')} left`}
        {usage && left === null && ', without a limit'}
      </p>
      {left !== null && judged.units > left && !usage?.overage && (
        <p className={fields.problem} role="status">
          More than is left: it would be refused. {WITHIN_QUOTA} <Link href="/usage">Show usage</Link>
        </p>
      )}
    </section>
  );
}

function Name({ accounts, accountId }: { readonly accounts: readonly Account[]; readonly accountId: string }) {
  const account = accounts.find(({ id }) => id === accountId);
  return <span className={styles.name}>{account && <AccountName account={account} among={accounts} />}</span>;
}

function Count({ target: { count } }: { readonly target: ComposedTarget }) {
  if (!count) return <span className={styles.number}>counted by the server</span>;
  const isOver = count.actual > count.max;
  return (
    <span className={styles.number} data-over={isOver || undefined}>
      {count.actual.toLocaleString('en')} of {count.max.toLocaleString('en')}
      {COUNTED_AS[count.countedAs] && <span className={styles.countedAs}> {COUNTED_AS[count.countedAs]}</span>}
      {isOver && <span className="unseen"> too long</span>}
    </span>
  );
}

function unitsOf({ cost, target: { platform } }: ComposedTarget): string {
  if (!cost) return 'known when sent';
  const post = `${cost.publish} ${cost.publish === 1 ? 'unit' : 'units'}`;
  const reason = cost.publish > 1 ? ` (a post with a link on ${networkName(platform)})` : '';
  return `${post}${reason}${cost.comment > 0 ? ` + ${cost.comment} for the comment` : ''}`;
}
