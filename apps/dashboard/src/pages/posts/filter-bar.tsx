import type { Account } from '@fanfare/sdk';
import { distinctionOf, kindInRow } from '../../accounts/names.ts';
import { NETWORKS, networkName } from '../../icons/network-mark.tsx';
import { FinishedTextField, TextField } from '../../parts/field.tsx';
import { SelectField } from '../../parts/select.tsx';
import styles from './filter-bar.module.css';
import { type PostFilters, STATUSES } from './filters.ts';

type Props = {
  readonly filters: PostFilters;
  readonly accounts: readonly Account[];
  readonly onChange: (changes: Partial<PostFilters>) => void;
};

/** Filters of the list of posts. */
export function FilterBar({ filters, accounts, onChange }: Props) {
  const { status, platform, accountId, profileId, from, until } = filters;
  const days = status === 'scheduled' ? 'Due' : 'Created';
  const networks = [...new Set<string>([...NETWORKS, ...accounts.map((account) => account.platform)])];
  return (
    <search className={styles.bar} aria-label="Filters">
      <SelectField label="Status" value={status} options={STATUSES} onChange={(next) => onChange({ status: next })} />
      <SelectField
        label="Network"
        value={platform}
        options={[ANY, ...networks.map((network) => ({ value: network, label: networkName(network) }))]}
        onChange={(next) => onChange({ platform: next })}
      />
      <SelectField
        label="Account"
        value={accountId}
        options={[
          ANY,
          ...accounts.map((account) => ({
            value: account.id,
            label: account.username,
            hint: [kindInRow(account), distinctionOf(account, accounts)].filter(Boolean).join(' '),
          })),
        ]}
        onChange={(next) => onChange({ accountId: next })}
      />
      <FinishedTextField
        key={profileId}
        label="Profile id"
        value={profileId}
        maxLength={255}
        onFinish={(next) => onChange({ profileId: next })}
      />
      <TextField
        label={`${days} from`}
        type="date"
        value={from}
        max={until || undefined}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <TextField
        label={`${days} until`}
        type="date"
        value={until}
        min={from || undefined}
        onChange={(event) => onChange({ until: event.target.value })}
      />
    </search>
  );
}

const ANY = { value: '', label: 'Any' };
