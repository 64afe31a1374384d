import type { Account } from '@fanfare/sdk';
import { useShowFailure } from '../../frame/use-show-failure.tsx';
import { networkName } from '../../icons/network-mark.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { useToast } from '../../parts/toast.tsx';
import { MOST_COUNTED, useDisconnect, useScheduledCount } from './queries.ts';

type Props = { readonly account: Account; readonly open: boolean; readonly onClose: () => void };

/** Asks before the access of an account is destroyed; says which posts it takes along. */
export function DisconnectDialog({ account, open, onClose }: Props) {
  const { id, username, platform, hub } = account;
  const disconnect = useDisconnect();
  const showToast = useToast();
  const showFailure = useShowFailure();
  const { data: scheduled = 0 } = useScheduledCount(id, open);
  const where = hub?.name ?? networkName(platform);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Disconnect ${username}?`}
      description={`Its access to ${where} is destroyed. Posts that are live stay there, and its numbers stay here. Connecting it again brings it back under the same id.`}
      confirm="Disconnect account"
      busy={disconnect.isPending}
      onConfirm={() =>
        disconnect.mutate(id, {
          onSuccess: () => showToast(`${username} is disconnected from ${where}.`),
          onError: (error) => showFailure('It was not disconnected.', error),
          onSettled: onClose,
        })
      }
    >
      {scheduled > 0 && (
        <p>
          <strong>{countOf(scheduled)}</strong> will fail on this account, unless it is connected again before.
        </p>
      )}
    </ConfirmDialog>
  );
}

const countOf = (count: number): string =>
  count === 1 ? '1 scheduled post' : `${count === MOST_COUNTED ? `${count} or more` : count} scheduled posts`;
