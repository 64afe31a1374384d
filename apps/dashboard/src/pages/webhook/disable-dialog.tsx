import type { Webhook } from '@fanfare/sdk';
import { useShowFailure } from '../../frame/use-show-failure.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { useToast } from '../../parts/toast.tsx';
import { useUpdateWebhook } from '../../webhooks/queries.ts';

type Props = { readonly webhook: Webhook; readonly open: boolean; readonly onClose: () => void };

/** Asks before a webhook is disabled: what happens to its events. */
export function DisableDialog({ webhook, open, onClose }: Props) {
  const update = useUpdateWebhook(webhook.id);
  const showToast = useToast();
  const showFailure = useShowFailure();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Disable this webhook?"
      description="Nothing is sent until you enable it again. What it would have received is kept for 30 days, and you can send it then."
      confirm="Disable webhook"
      busy={update.isPending}
      onConfirm={() =>
        update.mutate(
          { enabled: false },
          {
            onSuccess: () => showToast('The webhook is disabled.'),
            onError: (error) => showFailure('The webhook was not disabled.', error),
            onSettled: onClose,
          },
        )
      }
    />
  );
}
