import type { Webhook } from '@fanfare/sdk';
import { useLocation } from 'wouter';
import { useShowFailure } from '../../frame/use-show-failure.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { useToast } from '../../parts/toast.tsx';
import { useDeleteWebhook } from '../../webhooks/queries.ts';
import { shortUrl } from '../../webhooks/webhook-badge.tsx';

type Props = { readonly webhook: Webhook; readonly open: boolean; readonly onClose: () => void };

/** Asks before a webhook is deleted. */
export function DeleteDialog({ webhook, open, onClose }: Props) {
  const remove = useDeleteWebhook(webhook.id);
  const showToast = useToast();
  const showFailure = useShowFailure();
  const [, navigate] = useLocation();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete this webhook?"
      description={`Nothing is sent to ${shortUrl(webhook.url)} any more. Its secret and the record of its deliveries are deleted and cannot come back.`}
      confirm="Delete webhook"
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            showToast('The webhook is deleted.');
            navigate('/webhooks', { replace: true });
          },
          onError: (error) => {
            onClose();
            showFailure('The webhook was not deleted.', error);
          },
        })
      }
    />
  );
}
