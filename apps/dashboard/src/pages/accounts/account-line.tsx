import type { AccountState } from '@fanfare/app-contract';
import type { Account } from '@fanfare/sdk';
import { Link } from 'wouter';
import { Avatar } from '../../accounts/avatar.tsx';
import { distinctionOf, kindOf } from '../../accounts/names.ts';
import { AccountBadge, endsSoon, wordsOf } from '../../accounts/status.tsx';
import { Time } from '../../frame/time.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import styles from './account-line.module.css';

type Props = {
  readonly account: Account;
  /** All of the project: some may have its name. */
  readonly accounts: readonly Account[];
  readonly state: AccountState | undefined;
};

/** One account: whether it can publish, why not, since when. */
export function AccountLine({ account, accounts, state }: Props) {
  const { id, platform, username, profileId, status, connectedAt } = account;
  const { why, next } = wordsOf(account);
  const isActive = status === 'active';
  const endsAt = state?.endsAt;
  return (
    <li className={styles.line}>
      <Avatar username={username} network={platform} />
      <div className={styles.words}>
        <Link href={`/accounts/${id}`} className={styles.name}>
          <bdi>{username}</bdi>
        </Link>
        <p className={styles.what}>
          {[kindOf(account), profileId ?? distinctionOf(account, accounts)].filter(Boolean).join(' · ')}
        </p>
        {why && (
          <p className={styles.why}>
            {why} {next}
          </p>
        )}
        {endsSoon(endsAt) && (
          <p className={styles.why}>
            Access ends <Time at={endsAt} />. Reconnect it before.
          </p>
        )}
      </div>
      <div className={styles.state}>
        <AccountBadge account={account} />
        <span className={styles.since}>
          <Time at={isActive || !state ? connectedAt : state.statusSince} />
        </span>
      </div>
      {!isActive && (
        <div className={styles.action}>
          <ButtonLink size="small" href={`/accounts/${id}`}>
            Reconnect
          </ButtonLink>
        </div>
      )}
    </li>
  );
}
