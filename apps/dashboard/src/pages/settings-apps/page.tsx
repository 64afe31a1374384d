import type { ConnectedApp } from '@fanfare/app-contract';
import { useState } from 'react';
import { Empty } from '../../frame/empty.tsx';
import { Problem } from '../../frame/problem.tsx';
import { Waiting } from '../../frame/waiting.tsx';
import { useCurrent } from '../../session/current.ts';
import { SettingsFrame } from '../../settings/settings-frame.tsx';
import { AppsTable } from './apps-table.tsx';
import { useApps } from './queries.ts';
import { RevokeAppDialog } from './revoke-app-dialog.tsx';

/** Apps that members have connected to the project. */
export default function AppsPage() {
  const { project } = useCurrent();
  const { data: apps, error, refetch } = useApps();
  const [revoking, setRevoking] = useState<ConnectedApp | null>(null);
  return (
    <SettingsFrame
      title="Connected apps"
      description={`Programs that act in ${project.name} for the member who approved it. They end with the membership.`}
    >
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!error && !apps && <Waiting rows={3} />}
      {apps && apps.length === 0 && (
        <Empty>No app is connected to this project. An app asks you itself when you add this address to it.</Empty>
      )}
      {apps && apps.length > 0 && <AppsTable apps={apps} onRevoke={setRevoking} />}
      <RevokeAppDialog app={revoking} onClose={() => setRevoking(null)} />
    </SettingsFrame>
  );
}
