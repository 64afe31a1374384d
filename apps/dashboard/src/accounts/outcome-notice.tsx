import type { Account } from '@fanfare/sdk';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { networkName } from '../icons/network-mark.tsx';
import { Button } from '../parts/button.tsx';
import type { Outcome } from './connect-flow.ts';
import { failureOf } from './failure.ts';
import styles from './outcome-notice.module.css';

type Props = {
  readonly outcome: Outcome;
  readonly accounts: readonly Account[];
  /** The account that was to be connected again. */
  readonly wanted?: Account;
  readonly onClose: () => void;
};

/** Says how connecting ended, and which account it was. */
export function OutcomeNotice({ outcome, accounts, wanted, onClose }: Props) {
  const notice = useRef<HTMLElement>(null);
  // It is there from the first moment of the page, so screen readers read it only when it has the
  // focus.
  useEffect(() => notice.current?.focus(), []);
  return (
    <section
      ref={notice}
      tabIndex={-1}
      className={styles.notice}
      data-tone={outcome.status === 'success' ? 'good' : 'bad'}
      aria-label="Result of connecting"
    >
      <div className={styles.words}>{wordsOf(outcome, accounts, wanted)}</div>
      <Button kind="quiet" size="small" icon={<X aria-hidden />} aria-label="Close message" onClick={onClose} />
    </section>
  );
}

function wordsOf(outcome: Outcome, accounts: readonly Account[], wanted?: Account): ReactNode {
  const network = networkName(outcome.platform);
  if (outcome.status === 'error') {
    const { what, next } = failureOf(outcome.reason, outcome.platform);
    return (
      <>
        <p className={styles.what}>
          {network} was not connected. {what}
        </p>
        <p>{next}</p>
      </>
    );
  }
  const account = accounts.find(({ id }) => id === outcome.accountId);
  if (!account) return <p className={styles.what}>{network} is connected, to another project of yours.</p>;
  const isTogether = (one: Account): boolean =>
    one.platform === account.platform && one.connectedAt === account.connectedAt;
  // Pages are connected in the same moment as the person who manages them.
  if (wanted && wanted.id !== account.id && !isTogether(wanted))
    return <Another network={network} account={account} wanted={wanted} />;
  const shown = wanted ?? account;
  const others = accounts.filter((one) => one.id !== shown.id && isTogether(one));
  return (
    <>
      <p className={styles.what}>
        {network} is connected: <bdi>{shown.username}</bdi> can be published to
        {wanted ? ' again' : ''}.
      </p>
      {others.length > 0 && <p>Connected with it: {others.map(({ username }) => username).join(', ')}.</p>}
    </>
  );
}

function Another({ network, account, wanted }: { network: string; account: Account; wanted: Account }) {
  return (
    <>
      <p className={styles.what}>
        Another account of {network} was connected: <Link href={`/accounts/${account.id}`}>{account.username}</Link>.
      </p>
      <p>
        <bdi>{wanted.username}</bdi> is as it was. Sign in to {network} as <bdi>{wanted.username}</bdi>, then reconnect
        it.
      </p>
    </>
  );
}
