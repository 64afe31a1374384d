import { FanfareConnectionError } from '@fanfare/sdk';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { Dialog, FormActions } from '../../parts/dialog.tsx';
import { useCreateWebhook } from '../../webhooks/queries.ts';
import { SecretDialog } from '../../webhooks/secret-dialog.tsx';
import { NEW_WEBHOOK, trimmed, WebhookForm } from '../../webhooks/webhook-form.tsx';

const FORM = 'create-webhook';

/** Registers an address; then shows its secret, once, and leads to its page. */
export function CreateWebhookDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const create = useCreateWebhook();
  const [settings, setSettings] = useState(NEW_WEBHOOK);
  const [, navigate] = useLocation();
  const isReady = settings.url.trim() !== '' && !create.isPending;
  const close = (): void => {
    onClose();
    create.reset();
    setSettings(NEW_WEBHOOK);
  };
  const submit = (): void => {
    if (isReady) create.mutate(trimmed(settings));
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
    <Dialog
      open={open}
      onClose={close}
      title="Create a webhook"
      description="It receives what happens from now on."
      actions={
        <FormActions form={FORM} submit="Create webhook" busy={create.isPending} disabled={!isReady} onCancel={close} />
      }
    >
      <WebhookForm id={FORM} settings={settings} error={create.error} onChange={setSettings} onSubmit={submit} />
      {mayExist && (
        <p>The webhook may exist all the same. Close this and look in the list: there you can rotate its secret.</p>
      )}
    </Dialog>
  );
}
