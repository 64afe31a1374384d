import type { UpdateWebhookRequest, Webhook } from '@fanfare/sdk';
import { useState } from 'react';
import { Dialog, FormActions } from '../../parts/dialog.tsx';
import { useToast } from '../../parts/toast.tsx';
import { useUpdateWebhook } from '../../webhooks/queries.ts';
import { settingsOf, trimmed, WebhookForm, type WebhookSettings } from '../../webhooks/webhook-form.tsx';

type Props = { readonly webhook: Webhook; readonly open: boolean; readonly onClose: () => void };

const FORM = 'edit-webhook';

/** Changes the settings of a webhook. */
export function EditDialog({ webhook, open, onClose }: Props) {
  const update = useUpdateWebhook(webhook.id);
  const showToast = useToast();
  // What was written so far; null shows the settings as they are.
  const [written, setWritten] = useState<WebhookSettings | null>(null);
  const settings = written ?? settingsOf(webhook);
  const isReady = settings.url.trim() !== '' && !update.isPending;
  const close = (): void => {
    onClose();
    update.reset();
    setWritten(null);
  };
  const submit = (): void => {
    if (!isReady) return;
    update.mutate(changesOf(webhook, trimmed(settings)), {
      onSuccess: () => {
        close();
        showToast('The webhook is changed.');
      },
    });
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Edit webhook"
      actions={<FormActions form={FORM} submit="Save" busy={update.isPending} disabled={!isReady} onCancel={close} />}
    >
      <WebhookForm id={FORM} settings={settings} error={update.error} onChange={setWritten} onSubmit={submit} />
    </Dialog>
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
