import type { Webhook } from '@fanfare/sdk';
import { Link } from 'wouter';
import { Time } from '../../frame/time.tsx';
import { networkName } from '../../icons/network-mark.tsx';
import { Table } from '../../parts/table.tsx';
import { eventsInWords, shortUrl, WebhookBadge } from '../../webhooks/webhook-badge.tsx';
import styles from './webhooks-table.module.css';

export function WebhooksTable({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  return (
    <Table
      label="Webhooks"
      rows={webhooks}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'url',
          label: 'Address',
          cell: ({ id, url, description }) => (
            <span className={styles.address}>
              <Link href={`/webhooks/${id}`}>{shortUrl(url)}</Link>
              {description && <span className={styles.description}>{description}</span>}
            </span>
          ),
        },
        { key: 'status', label: 'Status', cell: (webhook) => <WebhookBadge webhook={webhook} /> },
        { key: 'events', label: 'Events', cell: eventsInWords },
        { key: 'accounts', label: 'Accounts', cell: accountsInWords },
        { key: 'created', label: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
      ]}
    />
  );
}

/** Platforms and grouping key of a webhook, in a few words. */
function accountsInWords({ platforms, profileId }: Webhook): string {
  const networks = platforms.map(networkName).join(', ');
  if (!profileId) return networks || 'All';
  return networks ? `${profileId} on ${networks}` : profileId;
}
