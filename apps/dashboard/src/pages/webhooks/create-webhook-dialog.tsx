import { FanfareConnectionError } from '@fanfare/sdk';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { FormDialog } from '../../parts/dialog.tsx';
import { useCreateWebhook } from '../../webhooks/queries.ts';
import { SecretDialog } from '../../webhooks/secret-dialog.tsx';
import { NEW_WEBHOOK, trimmed, WebhookFields } from '../../webhooks/webhook-fields.tsx';

/** Registers an address; then shows its secret, once, and leads to its page. */
export function CreateWebhookDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const create = useCreateWebhook();
  const [settings, setSettings] = useState(NEW_WEBHOOK);
  const [, navigate] = useLocation();
  const close = (): void => {
    onClose();
    create.reset();
    setSettings(NEW_WEBHOOK);
  };
  if (create.data) {
    const { webhook, secret } = create.data;
    return (
      <SecretDialog
        open={open}
        title="The webhook is ready"
        secret={secret}
        onClose={() => {
          close();
          navigate(`/webhooks/${webhook.id}`);
        }}
      />
    );
  }
  const mayExist = create.error instanceof FanfareConnectionError && create.error.mayHaveArrived;
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Create a webhook"
      description="It receives what happens from now on."
      submit="Create webhook"
      busy={create.isPending}
      ready={settings.url.trim() !== ''}
      onSubmit={() => create.mutate(trimmed(settings))}
    >
      <WebhookFields settings={settings} error={create.error} onChange={setSettings} />
      {mayExist && (
        <p>The webhook may exist all the same. Close this and look in the list: there you can rotate its secret.</p>
      )}
    </FormDialog>
  );
}
