import type { Account } from '@fanfare/sdk';
import { useState } from 'react';
import { distinctionOf, kindInRow } from '../../accounts/names.ts';
import { NETWORKS, networkName } from '../../icons/network-mark.tsx';
import { Field, TextField } from '../../parts/field.tsx';
import { Select } from '../../parts/select.tsx';
import styles from './filter-bar.module.css';
import { type PostFilters, STATUSES } from './filters.ts';

type Props = {
  readonly filters: PostFilters;
  readonly accounts: readonly Account[];
  readonly onChange: (changes: Partial<PostFilters>) => void;
};

/** Which posts the list shows. */
export function FilterBar({ filters, accounts, onChange }: Props) {
  const { status, platform, accountId, profileId, from, until } = filters;
  const days = status === 'scheduled' ? 'Due' : 'Created';
  const networks = [...new Set<string>([...NETWORKS, ...accounts.map((account) => account.platform)])];
  return (
    <search className={styles.bar} aria-label="Filters">
      <Choice label="Status" value={status} options={STATUSES} onChange={(next) => onChange({ status: next })} />
      <Choice
        label="Network"
        value={platform}
        options={[ANY, ...networks.map((network) => ({ value: network, label: networkName(network) }))]}
        onChange={(next) => onChange({ platform: next })}
      />
      <Choice
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
      {/* A profile id that comes from elsewhere, such as the back button, is taken over. */}
      <ProfileField key={profileId} value={profileId} onChange={(next) => onChange({ profileId: next })} />
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

type ChoiceProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[];
  readonly onChange: (value: Value) => void;
};

function Choice<Value extends string>({ label, ...select }: ChoiceProps<Value>) {
  return (
    <Field label={label}>
      {({ id, 'aria-describedby': describedBy }) => <Select id={id} aria-describedby={describedBy} {...select} />}
    </Field>
  );
}

/** Changes the list once it is complete: with Enter, or when it is left. */
function ProfileField({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const [written, setWritten] = useState(value);
  const finish = (): void => {
    if (written.trim() !== value) onChange(written.trim());
  };
  return (
    <TextField
      label="Profile id"
      value={written}
      maxLength={255}
      autoComplete="off"
      onChange={(event) => setWritten(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => event.key === 'Enter' && finish()}
    />
  );
}
