import type { Account, Post } from '@fanfare/sdk';
import { useLocation } from 'wouter';
import { nameInRow } from '../../accounts/names.ts';
import { Problem } from '../../frame/problem.tsx';
import { networkName } from '../../icons/network-mark.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { useToast } from '../../parts/toast.tsx';
import { remedyOf } from '../../posts/remedies.ts';
import { mayBeLive } from '../../posts/status.tsx';
import { useSendAgain } from './queries.ts';
import type { SendAgain } from './send-again.ts';
import styles from './send-again-dialog.module.css';

type Props = {
  readonly post: Post;
  readonly again: SendAgain;
  readonly accounts: readonly Account[];
  readonly open: boolean;
  readonly onClose: () => void;
};

/** Says which targets are sent again and which are not, then publishes them as a new post. */
export function SendAgainDialog({ post, again, accounts, open, onClose }: Props) {
  const send = useSendAgain();
  const showToast = useToast();
  const [, navigate] = useLocation();
  const unsure = post.targets.filter(mayBeLive);
  const close = (): void => {
    onClose();
    send.reset();
  };
  const publish = (): void =>
    send.mutate(again, {
      onSuccess: ({ post: next, replayed }) => {
        close();
        showToast(
          replayed
            ? 'These targets were sent again before: this is that post. Nothing was published twice.'
            : 'The targets were sent again. This is their post.',
        );
        navigate(`/posts/${next.id}`);
      },
    });
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title="Send failed targets again?"
      description="They become a new post that is published at once. The same targets of this post are sent again only once."
      confirm="Send again"
      kind="primary"
      busy={send.isPending}
      onConfirm={publish}
    >
      <ul className={styles.targets} aria-label="Sent again">
        {again.targets.map(({ id, platform, accountId, errorDetail }) => (
          <li key={id}>
            <strong>{nameInRow({ platform, accountId }, accounts)}</strong>
            {errorDetail && !errorDetail.retryable && (
              <p>Fails again unless you have fixed the cause: {remedyOf(errorDetail) ?? errorDetail.message}</p>
            )}
          </li>
        ))}
      </ul>
      {unsure.length > 0 && (
        <p className={styles.unsure}>
          Not sent, because it may be live: {unsure.map(({ platform }) => networkName(platform)).join(', ')}.
        </p>
      )}
      {send.error && <Problem error={send.error} />}
    </ConfirmDialog>
  );
}
