import type { Account, Metrics, Post } from '@fanfare/sdk';
import { useState } from 'react';
import { nameInRow } from '../../accounts/names.ts';
import { Section } from '../../frame/page.tsx';
import { Problem } from '../../frame/problem.tsx';
import { Time } from '../../frame/time.tsx';
import { networkName } from '../../icons/network-mark.tsx';
import { Button } from '../../parts/button.tsx';
import { Table } from '../../parts/table.tsx';
import { withoutCode } from '../../posts/remedies.ts';
import { useMetrics } from './queries.ts';

const COUNTS: readonly (keyof Metrics)[] = ['views', 'likes', 'comments', 'shares', 'saves'];

/** Metrics of the post, read from the networks on request. */
export function MetricsSection({ post, accounts }: { readonly post: Post; readonly accounts: readonly Account[] }) {
  const [isWanted, setIsWanted] = useState(false);
  const { data, error, isFetching, refetch } = useMetrics(post.id, isWanted);
  if (!post.targets.some(({ status }) => status === 'published')) return null;
  const read = (): void => {
    if (isWanted) void refetch();
    setIsWanted(true);
  };
  const numbers = COUNTS.map((count) => ({
    key: count,
    label: count.charAt(0).toUpperCase() + count.slice(1),
    align: 'end' as const,
    cell: ({ metrics }: { readonly metrics: Metrics | null }) => metrics?.[count]?.toLocaleString('en') ?? '–',
  }));
  const failed = data?.targets.filter(({ status, metricsError }) => status === 'published' && metricsError) ?? [];
  return (
    <Section
      title="Metrics"
      description={data ? <Read at={data.fetchedAt} /> : 'Read from the networks when you ask for them.'}
      actions={
        <Button size="small" busy={isFetching} onClick={read}>
          {data ? 'Read again' : 'Read metrics'}
        </Button>
      }
    >
      {error && <Problem error={error} retry={() => void refetch()} />}
      {data && (
        <Table
          label="Metrics"
          rows={data.targets.filter(({ status }) => status === 'published')}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'target',
              label: 'Target',
              cell: ({ platform, accountId }) => nameInRow({ platform, accountId }, accounts),
            },
            ...numbers,
          ]}
        />
      )}
      {failed.map(({ id, platform, metricsError }) => (
        <p key={id}>
          {networkName(platform)}: {withoutCode(metricsError)}
        </p>
      ))}
    </Section>
  );
}

const Read = ({ at }: { readonly at: string }) => (
  <>
    Read <Time at={at} />.
  </>
);
