import type { Member } from '@fanfare/app-contract';
import { Time } from '../../frame/time.tsx';
import { useShowFailure } from '../../frame/use-show-failure.tsx';
import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/select.tsx';
import { Table } from '../../parts/table.tsx';
import { useCurrent } from '../../session/current.ts';
import { useChangeRole } from './queries.ts';
import { ROLES, roleLabel } from './roles.ts';

type Props = { readonly members: readonly Member[]; readonly onRemove: (member: Member) => void };

export function MembersTable({ members, onRemove }: Props) {
  const { isOwner } = useCurrent();
  const changeRole = useChangeRole();
  const showFailure = useShowFailure();
  const roleOf = ({ userId, email, role }: Member) =>
    isOwner ? (
      <Select
        aria-label={`Role of ${email}`}
        value={role}
        options={ROLES}
        onChange={(next) =>
          next !== role &&
          changeRole.mutate(
            { userId, role: next },
            { onError: (error) => showFailure('The role was not changed.', error) },
          )
        }
      />
    ) : (
      roleLabel(role)
    );
  return (
    <Table
      label="Members"
      rows={members}
      rowKey={({ userId }) => userId}
      columns={[
        { key: 'email', label: 'E-mail', cell: ({ email, isYou }) => (isYou ? `${email} (you)` : email) },
        { key: 'role', label: 'Role', cell: roleOf },
        { key: 'joined', label: 'Since', cell: ({ joinedAt }) => <Time at={joinedAt} /> },
        {
          key: 'actions',
          label: '',
          cell: (member) =>
            (isOwner || member.isYou) && (
              <Button
                size="small"
                aria-label={member.isYou ? 'Leave the workspace' : `Remove ${member.email}`}
                onClick={() => onRemove(member)}
              >
                {member.isYou ? 'Leave' : 'Remove'}
              </Button>
            ),
        },
      ]}
    />
  );
}
