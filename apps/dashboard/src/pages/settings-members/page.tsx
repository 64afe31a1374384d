import type { Member } from '@fanfare/app-contract';
import { useState } from 'react';
import { Section } from '../../frame/page.tsx';
import { Problem } from '../../frame/problem.tsx';
import { Waiting } from '../../frame/waiting.tsx';
import { Button } from '../../parts/button.tsx';
import { useCurrent } from '../../session/current.ts';
import { SettingsFrame } from '../../settings/settings-frame.tsx';
import { InvitationsTable } from './invitations-table.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MembersTable } from './members-table.tsx';
import { useMembers } from './queries.ts';
import { RemoveDialog } from './remove-dialog.tsx';

/** Members of the workspace, and invitations. */
export default function MembersPage() {
  const { workspace, isOwner } = useCurrent();
  const { data, error, refetch } = useMembers();
  const [isInviting, setIsInviting] = useState(false);
  const [removing, setRemoving] = useState<Member | null>(null);
  return (
    <SettingsFrame
      title="Members"
      description={`Members of ${workspace.name} see all of its projects.`}
      actions={
        isOwner && (
          <Button kind="primary" onClick={() => setIsInviting(true)}>
            Invite member
          </Button>
        )
      }
    >
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!error && !data && <Waiting rows={2} />}
      {data && <MembersTable members={data.members} onRemove={setRemoving} />}
      {data && data.invitations.length > 0 && (
        <Section title="Invitations">
          <InvitationsTable invitations={data.invitations} />
        </Section>
      )}
      <InviteDialog open={isInviting} onClose={() => setIsInviting(false)} />
      <RemoveDialog member={removing} onClose={() => setRemoving(null)} />
    </SettingsFrame>
  );
}
