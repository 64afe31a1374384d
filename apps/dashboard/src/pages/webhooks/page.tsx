import { useState } from 'react';
import { Empty } from '../../frame/empty.tsx';
import { Page } from '../../frame/page.tsx';
import { Problem } from '../../frame/problem.tsx';
import { Waiting } from '../../frame/waiting.tsx';
import { Button } from '../../parts/button.tsx';
import { useWebhooks } from '../../webhooks/queries.ts';
import { CreateWebhookDialog } from './create-webhook-dialog.tsx';
import { WebhooksTable } from './webhooks-table.tsx';

/** Addresses that receive events. */
export default function WebhooksPage() {
  const { data: webhooks, error, refetch } = useWebhooks();
  const [isCreating, setIsCreating] = useState(false);
  const create = (): void => setIsCreating(true);
  return (
    <Page
      title="Webhooks"
      description="Your addresses that receive events, such as a published target or an expired account. Each request is signed."
      actions={
        <Button kind="primary" onClick={create}>
          Create webhook
        </Button>
      }
    >
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!error && !webhooks && <Waiting rows={3} />}
      {webhooks?.length === 0 && (
        <Empty action={<Button onClick={create}>Create webhook</Button>}>
          No address receives events. With a webhook your code learns what became of a post without asking for it.
        </Empty>
      )}
      {webhooks && webhooks.length > 0 && <WebhooksTable webhooks={webhooks} />}
      <CreateWebhookDialog open={isCreating} onClose={() => setIsCreating(false)} />
    </Page>
  );
}
