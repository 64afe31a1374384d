import type { DeliveryStatus, Webhook } from '@fanfare/sdk';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { Empty } from '../../frame/empty.tsx';
import { Section } from '../../frame/page.tsx';
import { Pages } from '../../frame/pages.tsx';
import { Problem } from '../../frame/problem.tsx';
import { Waiting } from '../../frame/waiting.tsx';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Select } from '../../parts/select.tsx';
import { DeliveryLine } from './delivery-line.tsx';
import { useDeliveries } from './queries.ts';
import { ReplayDialog } from './replay-dialog.tsx';

const STATUSES: readonly { readonly value: DeliveryStatus | ''; readonly label: string }[] = [
  { value: '', label: 'Any status' },
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
  { value: 'missed', label: 'Missed' },
];

/** Events for the webhook, newest first. The filter and the position are in the address. */
export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const [parameters, setParameters] = useSearchParams();
  const status = STATUSES.find(({ value }) => value === parameters.get('status'))?.value ?? '';
  const cursor = parameters.get('cursor') ?? '';
  const { data, error, refetch, isPlaceholderData } = useDeliveries(webhook.id, { status, cursor });
  const [isReplaying, setIsReplaying] = useState(false);
  return (
    <Section
      title="Deliveries"
      description="Every attempt of the last 30 days, with what your receiver answered."
      actions={
        <>
          <Select
            aria-label="Status"
            value={status}
            options={STATUSES}
            // Another filter begins at the first page.
            onChange={(next) => setParameters(next === '' ? {} : { status: next }, { replace: true })}
          />
          <Button onClick={() => setIsReplaying(true)}>Send a range again</Button>
        </>
      }
    >
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!error && !data && <Waiting rows={5} />}
      {!error && data?.deliveries.length === 0 && <NoDeliveries status={status} />}
      {!error && data && (
        <>
          <ul data-old={isPlaceholderData || undefined} aria-label="Deliveries">
            {data.deliveries.map((delivery) => (
              <DeliveryLine key={delivery.id} webhook={webhook} delivery={delivery} />
            ))}
          </ul>
          <Pages cursor={cursor} nextCursor={data.nextCursor} addressOf={(next) => addressOf(webhook, status, next)} />
        </>
      )}
      <ReplayDialog webhook={webhook} open={isReplaying} onClose={() => setIsReplaying(false)} />
    </Section>
  );
}

function NoDeliveries({ status }: { readonly status: DeliveryStatus | '' }) {
  if (status !== '') return <Empty>No delivery has this status.</Empty>;
  return (
    <Empty action={<ButtonLink href="/compose">Compose post</ButtonLink>}>
      Nothing was sent yet. It receives what happens after it was created: publish a post, or send a test.
    </Empty>
  );
}

function addressOf({ id }: Webhook, status: DeliveryStatus | '', cursor: string): string {
  const given = Object.entries({ status, cursor }).filter(([, value]) => value !== '');
  return `/webhooks/${id}${given.length === 0 ? '' : `?${new URLSearchParams(given)}`}`;
}
