import type { ConnectedApp } from '@fanfare/app-contract';
import { Time } from '../../frame/time.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Table } from '../../parts/table.tsx';
import { scopeLabel } from '../../settings/scopes.ts';

type Props = { readonly apps: readonly ConnectedApp[]; readonly onRevoke: (app: ConnectedApp) => void };

export function AppsTable({ apps, onRevoke }: Props) {
  return (
    <Table
      label="Connected apps"
      rows={apps}
      rowKey={({ id }) => id}
      columns={[
        { key: 'name', label: 'Name', cell: ({ name }) => name },
        { key: 'domain', label: 'Domain', cell: ({ domain }) => domain ?? <Badge tone="warn">Not verified</Badge> },
        { key: 'scope', label: 'Scope', cell: ({ scope }) => scopeLabel(scope) },
        { key: 'by', label: 'Connected by', cell: ({ connectedBy }) => connectedBy ?? 'Somebody who has left' },
        { key: 'since', label: 'Since', cell: ({ connectedAt }) => <Time at={connectedAt} /> },
        {
          key: 'used',
          label: 'Last used',
          cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : 'Never'),
        },
        { key: 'ends', label: 'Ends', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
        {
          key: 'actions',
          label: '',
          cell: (app) => (
            <Button size="small" aria-label={`Revoke ${app.name}`} onClick={() => onRevoke(app)}>
              Revoke
            </Button>
          ),
        },
      ]}
    />
  );
}
