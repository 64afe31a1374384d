import type { Account, PostUnpublished, Target } from '@fanfare/sdk';
import { nameInRow } from '../../accounts/names.ts';
import { Problem } from '../../frame/problem.tsx';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog, Dialog } from '../../parts/dialog.tsx';
import { withoutCode } from '../../posts/remedies.ts';
import { useUnpublish } from './queries.ts';
import styles from './send-again-dialog.module.css';

type Props = {
  readonly postId: string;
  /** The live targets of the post. */
  readonly targets: readonly Target[];
  readonly accounts: readonly Account[];
  readonly open: boolean;
  readonly onClose: () => void;
};

/** Asks before the post is deleted at its networks, and then says what became of it at each. */
export function UnpublishDialog({ postId, targets, accounts, open, onClose }: Props) {
  const unpublish = useUnpublish(postId);
  const close = (): void => {
    onClose();
    unpublish.reset();
  };
  if (unpublish.data)
    return (
      <Dialog
        open={open}
        onClose={close}
        title="Removed from networks"
        actions={
          <Button kind="primary" onClick={close}>
            Done
          </Button>
        }
      >
        <ul className={styles.targets} aria-label="Outcomes" aria-live="polite">
          {unpublish.data.map((outcome) => (
            <li key={outcome.targetId}>
              <strong>{nameInRow(outcome, accounts)}</strong>
              <p>{wordsOf(outcome)}</p>
            </li>
          ))}
        </ul>
      </Dialog>
    );
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title="Remove this post from its networks?"
      description="It is deleted there, with its comments and reposts, and cannot be brought back. No units are given back. This page keeps what was published."
      confirm="Remove"
      keep="Keep post"
      busy={unpublish.isPending}
      onConfirm={() => unpublish.mutate(targets.map(({ id }) => id))}
    >
      <ul className={styles.targets} aria-label="Removed from">
        {targets.map(({ id, platform, accountId }) => (
          <li key={id}>
            <strong>{nameInRow({ platform, accountId }, accounts)}</strong>
            {platform === 'instagram' && <p>Stays: it can only be deleted in the Instagram app.</p>}
          </li>
        ))}
      </ul>
      {unpublish.error && <Problem error={unpublish.error} />}
    </ConfirmDialog>
  );
}

function wordsOf({ status, error }: PostUnpublished['targets'][number]): string {
  if (status === 'unpublished') return 'Removed.';
  if (status === 'failed') return `Not removed. ${withoutCode(error)}`;
  return error ?? '';
}
