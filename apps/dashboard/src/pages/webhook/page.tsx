import { Ellipsis, KeyRound, Power, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { CopyButton } from '../../frame/copy-button.tsx';
import { Page } from '../../frame/page.tsx';
import { Problem } from '../../frame/problem.tsx';
import { Waiting } from '../../frame/waiting.tsx';
import { Button } from '../../parts/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../parts/menu.tsx';
import { useWebhook } from '../../webhooks/queries.ts';
import { shortUrl, WebhookBadge } from '../../webhooks/webhook-badge.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { Deliveries } from './deliveries.tsx';
import { DisableDialog } from './disable-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { Facts } from './facts.tsx';
import { Notices } from './notices.tsx';
import styles from './page.module.css';
import { useMissed, useTest } from './queries.ts';
import { RotateDialog } from './rotate-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';

type Asked = 'edit' | 'test' | 'rotate' | 'disable' | 'delete' | null;

const WEBHOOKS = { href: '/webhooks', label: 'Show all webhooks' };

/** One webhook: whether it receives events, what it receives, and what became of each delivery. */
export default function WebhookPage({ id = '' }: { readonly id?: string }) {
  const { data: webhook, error, refetch } = useWebhook(id);
  const [asked, setAsked] = useState<Asked>(null);
  const test = useTest(id);
  const missed = useMissed(id);
  // Both are there before anything is shown: what was missed stands above everything else.
  if (!webhook || missed.isPending)
    return (
      <Page title="Webhook">
        {error ? <Problem error={error} retry={() => void refetch()} list={WEBHOOKS} /> : <Waiting rows={8} />}
      </Page>
    );
  const dialog = (name: Asked) => ({ webhook, open: asked === name, onClose: () => setAsked(null) });
  return (
    <Page
      title={shortUrl(webhook.url)}
      description={webhook.description || undefined}
      actions={
        <>
          <Menu trigger={<Button icon={<Ellipsis aria-hidden />} aria-label="More actions" />}>
            <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => setAsked('rotate')}>
              Rotate secret
            </MenuItem>
            {webhook.enabled && (
              <MenuItem icon={<Power aria-hidden />} onSelect={() => setAsked('disable')}>
                Disable
              </MenuItem>
            )}
            <MenuSeparator />
            <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setAsked('delete')}>
              Delete
            </MenuItem>
          </Menu>
          <Button onClick={() => setAsked('edit')}>Edit</Button>
          <Button
            kind={webhook.enabled ? 'primary' : 'secondary'}
            onClick={() => {
              setAsked('test');
              test.mutate();
            }}
          >
            Send test
          </Button>
        </>
      }
    >
      <p className={styles.facts} aria-live="polite">
        <WebhookBadge webhook={webhook} />
        <span className={styles.id}>
          <code>{webhook.id}</code> <CopyButton text={webhook.id} label="Copy webhook id" />
        </span>
      </p>
      {error && <Problem error={error} retry={() => void refetch()} />}
      <Notices webhook={webhook} missed={missed.data ?? null} />
      <Facts webhook={webhook} />
      <Deliveries webhook={webhook} />
      <EditDialog {...dialog('edit')} />
      <TestDialog {...dialog('test')} test={test} />
      <RotateDialog {...dialog('rotate')} />
      <DisableDialog {...dialog('disable')} />
      <DeleteDialog {...dialog('delete')} />
    </Page>
  );
}
