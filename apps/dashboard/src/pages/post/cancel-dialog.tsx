import type { Post } from '@fanfare/sdk';
import { useShowFailure } from '../../frame/use-show-failure.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { useToast } from '../../parts/toast.tsx';
import { useCancel } from './queries.ts';

type Props = { readonly post: Post; readonly open: boolean; readonly onClose: () => void };

/** Asks before a scheduled post is cancelled. */
export function CancelDialog({ post, open, onClose }: Props) {
  const cancel = useCancel(post.id);
  const showToast = useToast();
  const showFailure = useShowFailure();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Cancel this post?"
      description="None of its targets is published, and its units are free again. You can duplicate it later."
      confirm="Cancel post"
      keep="Keep post"
      busy={cancel.isPending}
      onConfirm={() =>
        cancel.mutate(undefined, {
          onSuccess: () => showToast('The post is cancelled.'),
          onError: (error) => showFailure('The post was not cancelled.', error),
          onSettled: onClose,
        })
      }
    />
  );
}
