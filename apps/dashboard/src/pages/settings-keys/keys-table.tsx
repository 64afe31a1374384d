import type { ApiKey } from '@fanfare/app-contract';
import { Time } from '../../frame/time.tsx';
import { Button } from '../../parts/button.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { scopeLabel } from '../../settings/scopes.ts';

type Props = {
  readonly label: string;
  readonly keys: readonly ApiKey[];
  /** Absent for keys that are revoked. */
  readonly onRevoke?: (key: ApiKey) => void;
};

export function KeysTable({ label, keys, onRevoke }: Props) {
  const columns: Column<ApiKey>[] = [
    { key: 'name', label: 'Name', cell: ({ name }) => name },
    { key: 'key', label: 'Key', cell: ({ display }) => <code>{display}</code> },
    { key: 'scope', label: 'Scope', cell: ({ scope }) => scopeLabel(scope) },
    { key: 'used', label: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : 'Never') },
  ];
  if (onRevoke)
    columns.push(
      { key: 'created', label: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
      {
        key: 'actions',
        label: '',
        cell: (key) => (
          <Button size="small" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
            Revoke
          </Button>
        ),
      },
    );
  else
    columns.push({ key: 'revoked', label: 'Revoked', cell: ({ revokedAt }) => revokedAt && <Time at={revokedAt} /> });
  return <Table label={label} rows={keys} rowKey={({ id }) => id} columns={columns} />;
}
