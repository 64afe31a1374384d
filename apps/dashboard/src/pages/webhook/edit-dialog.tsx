import type { UpdateWebhookRequest, Webhook } from '@fanfare/sdk';
import { useState } from 'react';
import { FormDialog } from '../../parts/dialog.tsx';
import { useToast } from '../../parts/toast.tsx';
import { useUpdateWebhook } from '../../webhooks/queries.ts';
import { settingsOf, trimmed, WebhookFields, type WebhookSettings } from '../../webhooks/webhook-fields.tsx';

type Props = { readonly webhook: Webhook; readonly open: boolean; readonly onClose: () => void };

/** Changes the settings of a webhook. */
export function EditDialog({ webhook, open, onClose }: Props) {
  const update = useUpdateWebhook(webhook.id);
  const showToast = useToast();
  // The settings as written so far; null shows those of the webhook.
  const [written, setWritten] = useState<WebhookSettings | null>(null);
  const settings = written ?? settingsOf(webhook);
  const close = (): void => {
    onClose();
    update.reset();
    setWritten(null);
  };
  const submit = (): void =>
    update.mutate(changesOf(webhook, trimmed(settings)), {
      onSuccess: () => {
        close();
        showToast('The webhook is changed.');
      },
    });
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Edit webhook"
      submit="Save"
      busy={update.isPending}
      ready={settings.url.trim() !== ''}
      onSubmit={submit}
    >
      <WebhookFields settings={settings} error={update.error} onChange={setWritten} />
    </FormDialog>
  );
}

/** Only what differs, so that nothing is taken back that somebody else has changed meanwhile. */
function changesOf(webhook: Webhook, settings: WebhookSettings): UpdateWebhookRequest {
  const before: Record<string, unknown> = settingsOf(webhook);
  const changed = Object.entries(settings).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changed);
}
