import type { ApiKey } from '@fanfare/app-contract';
import { relativeTime } from '../../frame/relative-time.ts';
import { useShowFailure } from '../../frame/use-show-failure.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { useToast } from '../../parts/toast.tsx';
import { useRevokeKey } from './queries.ts';

/** Asks before a key is revoked; says when it was used last. */
export function RevokeKeyDialog({ apiKey, onClose }: { readonly apiKey: ApiKey | null; readonly onClose: () => void }) {
  const revoke = useRevokeKey();
  const showToast = useToast();
  const showFailure = useShowFailure();
  const used = apiKey?.lastUsedAt
    ? `It was used ${relativeTime(new Date(apiKey.lastUsedAt), new Date())}.`
    : 'It was never used.';
  return (
    <ConfirmDialog
      open={apiKey !== null}
      onClose={onClose}
      title={`Revoke the key “${apiKey?.name ?? ''}”?`}
      description={`${used} Calls with it are refused at once, and it cannot be used again.`}
      confirm="Revoke key"
      busy={revoke.isPending}
      onConfirm={() =>
        apiKey &&
        revoke.mutate(apiKey.id, {
          onSuccess: () => showToast(`The key “${apiKey.name}” is revoked.`),
          onError: (error) => showFailure('The key was not revoked.', error),
          onSettled: onClose,
        })
      }
    />
  );
}
