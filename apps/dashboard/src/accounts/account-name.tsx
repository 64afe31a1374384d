import type { Account } from '@fanfare/sdk';
import styles from './account-name.module.css';
import { distinctionOf, kindInRow } from './names.ts';

/** The name of an account and what it is, in a line beside others. */
export function AccountName({ account, among }: { readonly account: Account; readonly among: readonly Account[] }) {
  return (
    <>
      <bdi>{account.username}</bdi>{' '}
      <span className={styles.kind}>
        {[kindInRow(account), distinctionOf(account, among)].filter(Boolean).join(' ')}
      </span>
    </>
  );
}
