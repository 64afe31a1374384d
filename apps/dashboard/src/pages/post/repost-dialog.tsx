import type { Target } from '@fanfare/sdk';
import { Problem } from '../../frame/problem.tsx';
import { networkName } from '../../icons/network-mark.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { useToast } from '../../parts/toast.tsx';
import { withoutCode } from '../../posts/remedies.ts';
import { useRepost } from './queries.ts';

type Props = {
  readonly postId: string;
  readonly targets: readonly Target[];
  readonly open: boolean;
  readonly onClose: () => void;
};

/** Asks before the published targets are reposted from their own accounts. */
export function RepostDialog({ postId, targets, open, onClose }: Props) {
  const repost = useRepost(postId);
  const showToast = useToast();
  const close = (): void => {
    onClose();
    repost.reset();
  };
  const send = (): void =>
    repost.mutate(
      targets.map(({ id }) => id),
      {
        onSuccess: (reposts) => {
          close();
          for (const { platform, status, error } of reposts)
            if (status === 'reposted') showToast(`Reposted on ${networkName(platform)}.`);
            else showToast(`Not reposted on ${networkName(platform)}. ${withoutCode(error)}`, 'bad');
        },
      },
    );
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title="Repost this post?"
      description={`The account that published it shares it again on ${networkName(targets[0]?.platform ?? 'x')}. It costs one unit for each account, also where the post has a link. Doing it a second time reposts nothing twice and costs nothing.`}
      confirm="Repost"
      kind="primary"
      busy={repost.isPending}
      onConfirm={send}
    >
      {repost.error && <Problem error={repost.error} />}
    </ConfirmDialog>
  );
}
