import type { LoggedRequest } from '@fanfare/app-contract';
import { Link } from 'wouter';
import { CopyButton } from '../../frame/copy-button.tsx';
import { Time } from '../../frame/time.tsx';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import styles from './requests-table.module.css';

/** Calls, the newest first: what was called, by whom, and how it was answered. */
export const RequestsTable = ({ requests }: { readonly requests: readonly LoggedRequest[] }) => (
  <div className={styles.requests}>
    <Table label="Requests" columns={COLUMNS} rows={requests} rowKey={({ id }) => id} />
  </div>
);

const COLUMNS: readonly Column<LoggedRequest>[] = [
  {
    key: 'call',
    label: 'Call',
    cell: ({ method, path, error }) => (
      <div className={styles.call}>
        <code>
          <span className={styles.method}>{method}</span> {path}
        </code>
        {error && (
          <p className={styles.error}>
            <code>{error.code}</code> {error.message}
          </p>
        )}
      </div>
    ),
  },
  {
    key: 'status',
    label: 'Status',
    cell: ({ status }) => <Badge tone={toneOf(status)}>{status}</Badge>,
  },
  { key: 'at', label: 'Time', cell: ({ at }) => <Time at={at} /> },
  {
    key: 'key',
    label: 'Key',
    cell: ({ key }) =>
      key ? <Link href="/settings/keys">{key.name}</Link> : <span className={styles.quiet}>This dashboard</span>,
  },
  { key: 'took', label: 'Took', align: 'end', cell: ({ durationMs }) => <>{durationMs.toLocaleString('en')} ms</> },
  {
    key: 'id',
    label: 'Request id',
    cell: ({ requestId }) => (
      <span className={styles.id}>
        <code title={requestId}>{requestId}</code>
        <CopyButton text={requestId} label={`Copy request id ${requestId}`} />
      </span>
    ),
  },
];

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad';
  return status >= 400 ? 'warn' : 'good';
}
