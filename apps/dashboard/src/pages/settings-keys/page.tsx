import type { ApiKey } from '@fanfare/app-contract';
import { useState } from 'react';
import { Empty } from '../../frame/empty.tsx';
import { Problem } from '../../frame/problem.tsx';
import { Waiting } from '../../frame/waiting.tsx';
import { Button } from '../../parts/button.tsx';
import { SettingsFrame } from '../../settings/settings-frame.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeysTable } from './keys-table.tsx';
import { useKeys } from './queries.ts';
import { QuickStart } from './quick-start.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';

/** Keys of the project, and how to use one. */
export default function KeysPage() {
  const { data: keys, error, refetch } = useKeys();
  const [isCreating, setIsCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const active = keys?.filter(({ revokedAt }) => revokedAt === null) ?? [];
  const revoked = keys?.filter(({ revokedAt }) => revokedAt !== null) ?? [];
  const create = (
    <Button kind="primary" onClick={() => setIsCreating(true)}>
      Create key
    </Button>
  );
  return (
    <SettingsFrame
      title="API keys"
      description="Your code calls the API with a key. Each key belongs to this project, and is shown once."
      actions={create}
    >
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!error && !keys && <Waiting rows={3} />}
      {keys && active.length === 0 && (
        <Empty action={<Button onClick={() => setIsCreating(true)}>Create key</Button>}>
          This project has no key. Create one to call the API from your own code.
        </Empty>
      )}
      {active.length > 0 && <KeysTable label="API keys" keys={active} onRevoke={setRevoking} />}
      {revoked.length > 0 && (
        <details>
          <summary>
            {revoked.length} revoked {revoked.length === 1 ? 'key' : 'keys'}
          </summary>
          <KeysTable label="Revoked API keys" keys={revoked} />
        </details>
      )}
      {keys && <QuickStart />}
      <CreateKeyDialog open={isCreating} onClose={() => setIsCreating(false)} />
      <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(null)} />
    </SettingsFrame>
  );
}
