import { useState } from 'react';
import { useConnect } from '../../accounts/connect-flow.ts';
import { PROFILE_ID_HINT } from '../../accounts/hub-dialog.tsx';
import { Problem } from '../../frame/problem.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { NetworkList } from './network-list.tsx';

type Props = { readonly open: boolean; readonly onClose: () => void; readonly onConnectHub: () => void };

/** Asks which network; then the browser leaves for it. */
export function ConnectDialog({ open, onClose, onConnectHub }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Connect an account"
      description="You sign in at the network, which then brings you back here."
    >
      <ConnectChoice onConnectHub={onConnectHub} />
    </Dialog>
  );
}

/** The networks, and the profile id that the account gets. */
export function ConnectChoice({ onConnectHub }: Pick<Props, 'onConnectHub'>) {
  const connect = useConnect('/accounts');
  const [profileId, setProfileId] = useState('');
  return (
    <div>
      <NetworkList
        leavingFor={connect.isLeaving ? (connect.variables?.platform ?? null) : null}
        onConnect={(platform) => connect.mutate({ platform, profileId: profileId.trim() })}
        onConnectHub={onConnectHub}
      />
      <details>
        <summary>Give it a profile id</summary>
        <TextField
          label="Profile id"
          hint={PROFILE_ID_HINT}
          value={profileId}
          maxLength={255}
          autoComplete="off"
          onChange={(event) => setProfileId(event.target.value)}
        />
      </details>
      {connect.error && <Problem error={connect.error} />}
    </div>
  );
}
