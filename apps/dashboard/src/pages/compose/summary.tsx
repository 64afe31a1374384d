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

/**
 * The length of the text; of a chain the number of its posts, whose lengths stand at their fields.
 */
function Count({ target: { posts } }: { readonly target: ComposedTarget }) {
  const [first] = posts;
  if (!first?.count) return <span className={styles.number}>counted by the server</span>;
  const { actual, max, countedAs } = first.count;
  const isOver = posts.some(({ count }) => count !== null && count.actual > count.max);
  return (
    <span className={styles.number} data-over={isOver || undefined}>
      {posts.length > 1 ? `${posts.length} posts` : `${actual.toLocaleString('en')} of ${max.toLocaleString('en')}`}
      {posts.length === 1 && COUNTED_AS[countedAs] && (
        <span className={styles.countedAs}> {COUNTED_AS[countedAs]}</span>
      )}
      {isOver && <span className="unseen"> too long</span>}
    </span>
  );
}

function unitsOf({ units, posts, target: { platform } }: ComposedTarget): string {
  if (!units) return 'known when sent';
  const post = `${units.posts} ${units.posts === 1 ? 'unit' : 'units'}`;
  const reason = units.posts > posts.length ? ` (a post with a link on ${networkName(platform)})` : '';
  return `${post}${reason}${units.comments > 0 ? ` + ${units.comments} for ${units.comments === 1 ? 'the comment' : 'comments'}` : ''}`;
}
