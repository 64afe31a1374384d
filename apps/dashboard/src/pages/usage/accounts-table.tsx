import type { UsageDays } from '@fanfare/app-contract';
import { Empty } from '../../frame/empty.tsx';
import { NetworkMark } from '../../icons/network-mark.tsx';
import { Table } from '../../parts/table.tsx';
import styles from './accounts-table.module.css';

type Props = { readonly accounts: UsageDays['accounts']; readonly used: number };

/** Accounts with what each used, the most first. */
export function AccountsTable({ accounts, used }: Props) {
  if (accounts.length === 0) return <Empty>No account has published in this month.</Empty>;
  return (
    <Table
      label="Units by account"
      rows={accounts}
      rowKey={({ account }) => account?.id ?? 'removed'}
      columns={[
        {
          key: 'account',
          label: 'Account',
          cell: ({ account }) =>
            account === null ? (
              'Removed accounts'
            ) : (
              <span className={styles.account}>
                <NetworkMark network={account.platform} />
                {account.username}
              </span>
            ),
        },
        { key: 'writes', label: 'Writes', align: 'end', cell: ({ writes }) => writes.toLocaleString('en') },
        { key: 'units', label: 'Units', align: 'end', cell: ({ units }) => units.toLocaleString('en') },
        {
          key: 'share',
          label: 'Share',
          align: 'end',
          cell: ({ units }) => `${used === 0 ? 0 : Math.round((100 * units) / used)} %`,
        },
      ]}
    />
  );
}
