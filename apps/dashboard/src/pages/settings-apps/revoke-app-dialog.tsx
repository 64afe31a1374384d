import type { ConnectedApp } from '@fanfare/app-contract';
import { relativeTime } from '../../frame/relative-time.ts';
import { useShowFailure } from '../../frame/use-show-failure.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { useToast } from '../../parts/toast.tsx';
import { useRevokeApp } from './queries.ts';

/** Asks before an app is revoked; says when it was used last. */
export function RevokeAppDialog({ app, onClose }: { readonly app: ConnectedApp | null; readonly onClose: () => void }) {
  const revoke = useRevokeApp();
  const showToast = useToast();
  const showFailure = useShowFailure();
  const used = app?.lastUsedAt
    ? `It was used ${relativeTime(new Date(app.lastUsedAt), new Date())}.`
    : 'It was never used.';
  return (
    <ConfirmDialog
      open={app !== null}
      onClose={onClose}
      title={`Revoke “${app?.name ?? ''}”?`}
      description={`${used} Its calls are refused at once. It can ask to be connected again.`}
      confirm="Revoke app"
      busy={revoke.isPending}
      onConfirm={() =>
        app &&
        revoke.mutate(app.id, {
          onSuccess: () => showToast(`“${app.name}” is revoked.`),
          onError: (error) => showFailure('The app was not revoked.', error),
          onSettled: onClose,
        })
      }
    />
  );
}
