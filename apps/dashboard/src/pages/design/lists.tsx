import { Empty } from '../../frame/empty.tsx';
import { Problem } from '../../frame/problem.tsx';
import { Waiting } from '../../frame/waiting.tsx';
import { NETWORKS, NetworkMark } from '../../icons/network-mark.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Table } from '../../parts/table.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { Group, Row } from './group.tsx';

const ACCOUNTS = [
  { platform: 'instagram', name: '@harbour.cafe', units: 12, badge: <Badge tone="good">Active</Badge> },
  { platform: 'x', name: '@harbourcafe', units: 1284, badge: <Badge tone="bad">Expired</Badge> },
  { platform: 'linkedin', name: 'Harbour café', units: 3, badge: <Badge tone="warn">Expires soon</Badge> },
] as const;

const FAILED = Object.assign(new Error('LinkedIn did not answer within 30 seconds. Nothing was published.'), {
  requestId: '0199a8a4-3f4e-7c1e-a0cd-2b7c5f9ad001',
});

/** Tables, badges, tabs and timelines, and what stands in their place. */
export function Lists({ theme }: { readonly theme: string }) {
  return (
    <>
      <Group title="Badge">
        <Row>
          <Badge tone="good">Published</Badge>
          <Badge tone="bad">Failed</Badge>
          <Badge tone="unsure">May be live</Badge>
          <Badge tone="plan">Scheduled</Badge>
          <Badge tone="warn">Partly published</Badge>
          <Badge>Cancelled</Badge>
        </Row>
        <Row>
          {NETWORKS.map((network) => (
            <NetworkMark key={network} network={network} />
          ))}
        </Row>
      </Group>
      <Group title="Table">
        <Table
          label={`Accounts (${theme})`}
          rows={ACCOUNTS}
          rowKey={({ platform }) => platform}
          columns={[
            { key: 'name', label: 'Account', cell: ({ name }) => name },
            { key: 'status', label: 'Status', cell: ({ badge }) => badge },
            { key: 'units', label: 'Units', align: 'end', cell: ({ units }) => units.toLocaleString('en') },
            { key: 'actions', label: '', cell: () => <Button size="small">Reconnect</Button> },
          ]}
        />
        <Empty action={<Button kind="primary">Connect an account</Button>}>
          No account is connected. Connect one to publish to it.
        </Empty>
        <Problem error={FAILED} retry={() => undefined} />
        <Waiting rows={2} />
      </Group>
      <Group title="Tabs">
        <Tabs
          label={`Views of a post (${theme})`}
          tabs={[
            { value: 'timeline', label: 'Timeline', content: 'What happened, in order.' },
            { value: 'content', label: 'Content', content: 'What was sent.' },
            { value: 'metrics', label: 'Metrics', content: 'What became of it.' },
          ]}
        />
      </Group>
      <Group title="Timeline">
        <Timeline
          label={`What happened (${theme})`}
          entries={[
            { key: '1', at: '2026-11-20T08:00:00.000Z', title: 'Created by the key “Website”', tone: 'plan' },
            {
              key: '2',
              at: '2026-11-20T08:00:02.000Z',
              title: 'LinkedIn did not answer',
              tone: 'unsure',
              detail: 'The post may be live: look before you send it again.',
            },
            { key: '3', at: '2026-11-20T08:00:32.000Z', title: 'Published on X', tone: 'good' },
          ]}
        />
      </Group>
    </>
  );
}
