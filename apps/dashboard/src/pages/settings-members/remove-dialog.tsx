import type { Member } from '@fanfare/app-contract';
import { useCurrent } from '../../app/current.tsx';
import { useShowFailure } from '../../frame/use-show-failure.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { useToast } from '../../parts/toast.tsx';
import { useRemove } from './queries.ts';

/** Asks before somebody loses access. */
export function RemoveDialog({ member, onClose }: { readonly member: Member | null; readonly onClose: () => void }) {
  const { workspace } = useCurrent();
  const remove = useRemove();
  const showToast = useToast();
  const showFailure = useShowFailure();
  const isYou = member?.isYou ?? false;
  return (
    <ConfirmDialog
      open={member !== null}
      onClose={onClose}
      title={isYou ? `Leave ${workspace.name}?` : `Remove ${member?.email ?? ''}?`}
      description={`${isYou ? 'You lose' : 'They lose'} access to all projects of ${workspace.name} at once. Keys and posts stay.`}
      confirm={isYou ? 'Leave workspace' : 'Remove member'}
      busy={remove.isPending}
      onConfirm={() =>
        member &&
        remove.mutate(member.userId, {
          onSuccess: () => (isYou ? location.reload() : showToast(`${member.email} is removed.`)),
          onError: (error) => showFailure('Nobody was removed.', error),
          onSettled: onClose,
        })
      }
    />
  );
}
