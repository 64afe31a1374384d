import type { Invitation } from '@fanfare/app-contract';
import { Time } from '../../frame/time.tsx';
import { useShowFailure } from '../../frame/use-show-failure.tsx';
import { Button } from '../../parts/button.tsx';
import { Table } from '../../parts/table.tsx';
import { useToast } from '../../parts/toast.tsx';
import { useWithdraw } from './queries.ts';
import { roleLabel } from './roles.ts';

export function InvitationsTable({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const withdraw = useWithdraw();
  const showToast = useToast();
  const showFailure = useShowFailure();
  return (
    <Table
      label="Invitations"
      rows={invitations}
      rowKey={({ id }) => id}
      columns={[
        { key: 'email', label: 'E-mail', cell: ({ email }) => email },
        { key: 'role', label: 'Role', cell: ({ role }) => roleLabel(role) },
        { key: 'sent', label: 'Invited', cell: ({ createdAt }) => <Time at={createdAt} /> },
        { key: 'ends', label: 'Ends', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
        {
          key: 'actions',
          label: '',
          cell: ({ id, email }) => (
            <Button
              size="small"
              aria-label={`Withdraw the invitation of ${email}`}
              busy={withdraw.isPending && withdraw.variables === id}
              onClick={() =>
                withdraw.mutate(id, {
                  onSuccess: () => showToast(`The invitation of ${email} is withdrawn. Its link ends.`),
                  onError: (error) => showFailure('The invitation was not withdrawn.', error),
                })
              }
            >
              Withdraw
            </Button>
          ),
        },
      ]}
    />
  );
}
