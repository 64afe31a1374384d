import type { Webhook } from '@fanfare/sdk';
import { useState } from 'react';
import { Problem } from '../../frame/problem.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { SelectField } from '../../parts/select.tsx';
import { useRotateSecret } from '../../webhooks/queries.ts';
import { SecretDialog } from '../../webhooks/secret-dialog.tsx';
import { longTime } from './long-time.ts';

type Props = { readonly webhook: Webhook; readonly open: boolean; readonly onClose: () => void };

const OVERLAPS = [
  { value: '86400', label: '24 hours', hint: 'Time to change your receiver' },
  { value: '3600', label: '1 hour' },
  { value: '0', label: 'Not at all', hint: 'The secret has leaked' },
] as const;
type Overlap = (typeof OVERLAPS)[number]['value'];

/** Replaces the secret; says how long the old one signs as well. Shows the new one, once. */
export function RotateDialog({ webhook, open, onClose }: Props) {
  const rotate = useRotateSecret(webhook.id);
  const [overlap, setOverlap] = useState<Overlap>('86400');
  const close = (): void => {
    onClose();
    rotate.reset();
    setOverlap('86400');
  };
  if (rotate.data) {
    const { secret, previousSecretExpiresAt } = rotate.data;
    return (
      <SecretDialog open={open} title="The secret is replaced" secret={secret} onClose={close}>
        <p>
          {previousSecretExpiresAt === null
            ? 'The old secret signs nothing any more: until your receiver has the new one, it refuses what it gets.'
            : `Until ${longTime(previousSecretExpiresAt)} each request has two signatures, so your receiver takes it with the old and with the new secret.`}
        </p>
      </SecretDialog>
    );
  }
  const until = webhook.previousSecretExpiresAt;
  const chosen = until === null ? overlap : '0';
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title="Rotate the secret?"
      description={
        until === null
          ? 'A new secret signs from now on. For 24 hours the old one signs as well, unless you choose otherwise, so that you can change your receiver at any moment.'
          : `An earlier secret signs until ${longTime(until)}. Wait until then, or end all earlier secrets now.`
      }
      confirm={chosen === '0' ? 'Rotate and end old secrets' : 'Rotate secret'}
      kind={chosen === '0' ? 'danger' : 'primary'}
      busy={rotate.isPending}
      onConfirm={() => rotate.mutate(Number(chosen))}
    >
      {until === null && (
        <SelectField
          label="The old secret signs as well for"
          value={overlap}
          onChange={setOverlap}
          options={OVERLAPS}
        />
      )}
      {chosen === '0' && <p>Requests are refused by your receiver until it has the new secret.</p>}
      {rotate.error && <Problem error={rotate.error} />}
    </ConfirmDialog>
  );
}
