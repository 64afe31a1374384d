import type { Post } from '@fanfare/sdk';
import { describeError } from '../../frame/problem.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { useToast } from '../../parts/toast.tsx';
import { useCancel } from './queries.ts';

type Props = { readonly post: Post; readonly open: boolean; readonly onClose: () => void };

/** Asks before a scheduled post is cancelled. */
export function CancelDialog({ post, open, onClose }: Props) {
  const cancel = useCancel(post.id);
  const showToast = useToast();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Cancel this post?"
      description="None of its targets is published, and its units are free again. You can duplicate it later."
      confirm="Cancel post"
      busy={cancel.isPending}
      onConfirm={() =>
        cancel.mutate(undefined, {
          onSuccess: () => showToast('The post is cancelled.'),
          onError: (error) => showToast(`The post was not cancelled. ${describeError(error).message}`, 'bad'),
          onSettled: onClose,
        })
      }
    />
  );
}
