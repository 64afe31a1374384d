import type { InviteBody, Role } from '@fanfare/app-contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApp } from '../../api/app-api.ts';
import { useCurrent } from '../../session/current.ts';

const MEMBERS = ['members'];

/** Members and open invitations of the workspace. */
export function useMembers() {
  const workspaceId = useCurrent().workspace.id;
  return useQuery({
    queryKey: MEMBERS,
    queryFn: ({ signal }) => callApp('members.list', { params: { workspaceId }, signal }),
  });
}

function useChange<Input, Output>(change: (workspaceId: string, input: Input) => Promise<Output>) {
  const workspaceId = useCurrent().workspace.id;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(workspaceId, input),
    onSuccess: () => queries.invalidateQueries({ queryKey: MEMBERS }),
  });
}

export const useInvite = () =>
  useChange((workspaceId, body: InviteBody) => callApp('members.invite', { params: { workspaceId }, body }));

export const useWithdraw = () =>
  useChange((workspaceId, invitationId: string) =>
    callApp('members.withdraw', { params: { workspaceId, invitationId } }),
  );

export const useChangeRole = () =>
  useChange((workspaceId, { userId, role }: { userId: string; role: Role }) =>
    callApp('members.changeRole', { params: { workspaceId, userId }, body: { role } }),
  );

export const useRemove = () =>
  useChange((workspaceId, { userId, revokeKeys }: { userId: string; revokeKeys: boolean }) =>
    callApp('members.remove', { params: { workspaceId, userId }, query: { revokeKeys } }),
  );
