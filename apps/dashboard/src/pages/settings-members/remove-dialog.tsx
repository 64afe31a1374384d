import type { Member } from '@fanfare/app-contract';
import { useState } from 'react';
import { useShowFailure } from '../../frame/use-show-failure.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { useToast } from '../../parts/toast.tsx';
import { useCurrent } from '../../session/current.ts';
import { useRemove } from './queries.ts';
import styles from './remove-dialog.module.css';

/** Asks before somebody loses access. */
export function RemoveDialog({ member, onClose }: { readonly member: Member | null; readonly onClose: () => void }) {
  const { workspace } = useCurrent();
  const remove = useRemove();
  const showToast = useToast();
  const showFailure = useShowFailure();
  const [revokeKeys, setRevokeKeys] = useState(false);
  const isYou = member?.isYou ?? false;
  const keys = member?.activeKeys ?? 0;
  const close = () => {
    setRevokeKeys(false);
    onClose();
  };
  return (
    <ConfirmDialog
      open={member !== null}
      onClose={close}
      title={isYou ? `Leave ${workspace.name}?` : `Remove ${member?.email ?? ''}?`}
      description={`${isYou ? 'You lose' : 'They lose'} access to all projects of ${workspace.name} at once, and so do the apps that ${isYou ? 'you' : 'they'} connected. Posts stay${keys === 0 ? '' : ', and keys unless you revoke them'}.`}
      confirm={isYou ? 'Leave workspace' : 'Remove member'}
      busy={remove.isPending}
      onConfirm={() =>
        member &&
        remove.mutate(
          { userId: member.userId, revokeKeys },
          {
            onSuccess: ({ revokedKeys }) =>
              isYou
                ? location.reload()
                : showToast(
                    `${member.email} is removed${revokedKeys === 0 ? '' : `, and ${keysOf(revokedKeys)} revoked`}.`,
                  ),
            onError: (error) => showFailure('Nobody was removed.', error),
            onSettled: close,
          },
        )
      }
    >
      {keys > 0 && (
        <label className={styles.check}>
          <input type="checkbox" checked={revokeKeys} onChange={(event) => setRevokeKeys(event.target.checked)} />
          <span>
            Revoke the {keysOf(keys)} that {isYou ? 'you' : 'they'} made. Whoever made a key may have kept it; programs
            that use it stop.
          </span>
        </label>
      )}
    </ConfirmDialog>
  );
}

const keysOf = (count: number): string => (count === 1 ? '1 key' : `${count} keys`);
