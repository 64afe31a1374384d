import type { AccountFacts } from '@fanfare/app-contract';
import type { Account } from '@fanfare/sdk';
import { endsSoon, wordsOf } from '../../accounts/status.tsx';
import { Time } from '../../frame/time.tsx';
import styles from './page.module.css';

/** Says why an account cannot publish or soon cannot, since when, and what to do. */
export function StateNotice({ account, facts }: { readonly account: Account; readonly facts: AccountFacts }) {
  const { label, why, next } = wordsOf(account);
  if (why)
    return (
      <div className={styles.notice} data-tone={account.statusReason === 'disconnected' ? 'plain' : 'bad'}>
        <p className={styles.what}>
          {label} <Time at={facts.statusSince} />. {why}
        </p>
        <p>{next} Scheduled posts go out once it is connected; until then they fail when they are due.</p>
      </div>
    );
  if (endsSoon(facts.endsAt))
    return (
      <div className={styles.notice} data-tone="warn">
        <p className={styles.what}>
          Its access ends <Time at={facts.endsAt} />.
        </p>
        <p>The network lets nobody renew it without you. Reconnect it before, so that no post is missed.</p>
      </div>
    );
  return null;
}
