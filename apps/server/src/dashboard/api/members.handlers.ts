import { appContract, type Invitation, limitOf, type Member } from '@fanfare/app-contract';
import { countActiveKeysByMaker } from '../../callers/api-keys.table.ts';
import { awaitKeyChange } from '../../callers/key-trust.ts';
import type { DatabasePool } from '../../db/database.ts';
import { noSuchOf } from '../../http/app-refusal.ts';
import { orRefuse, RequestError, throwRefusal } from '../../http/request-error.ts';
import type { InvitationLimits } from '../../people/members/invitation-limits.ts';
import { type InvitationRow, listOpenInvitations, revokeInvitation } from '../../people/members/invitations.table.ts';
import { listMemberships, type MembershipRow } from '../../people/members/memberships.table.ts';
import { fromPublicId, toPublicId } from '../../process/ids.ts';
import { accessOf, appHandlers, OWNERS_ONLY } from './access.ts';
import { changeRole, removeMember } from './change-members.ts';
import { type InviteDeps, inviteMember } from './invite-member.ts';

export type MembersDeps = InviteDeps & {
  readonly db: DatabasePool;
  readonly countInvitation: InvitationLimits['countInvitation'];
};

export function membersHandlers(deps: MembersDeps) {
  const { db } = deps;
  return appHandlers(appContract.members, {
    list: async ({ caller }) => {
      const { workspaceId, role } = accessOf(caller);
      const { user } = caller;
      const members = await listMemberships(db, workspaceId);
      const keys = await countActiveKeysByMaker(db, workspaceId);
      const invitations = role === 'owner' ? await listOpenInvitations(db, workspaceId) : [];
      return {
        status: 200,
        body: {
          members: members.map((row) => toMember(row, { ownId: user.id, keys })),
          invitations: invitations.map(toInvitation),
        },
      };
    },

    invite: async ({ body, caller, res }) => {
      const { workspaceId, workspaceName } = accessOf(caller);
      const { user } = caller;
      const inviter = { userId: user.id, workspaceId };
      const { headers, refusal } = await deps.countInvitation(inviter, limitOf(appContract.members.invite));
      res.set(headers);
      throwRefusal(refusal);
      const workspace = { id: workspaceId, name: workspaceName };
      const { invitation, url, isMailed } = orRefuse(await inviteMember(deps, { workspace, ...body, invitedBy: user }));
      return { status: 201, body: { invitation: toInvitation(invitation), url, isMailed } };
    },

    withdraw: async ({ params, caller }) => {
      const id = fromPublicId('inv', params.invitationId);
      const isWithdrawn =
        id !== null && (await revokeInvitation(db, { workspaceId: accessOf(caller).workspaceId, id }));
      if (!isWithdrawn) throw new RequestError(noSuchOf('invitation'));
      return { status: 200, body: { withdrawn: true } };
    },

    changeRole: async ({ params, body, caller }) => {
      const of = { workspaceId: accessOf(caller).workspaceId, userId: userIdOf(params.userId) };
      const { member } = orRefuse(await changeRole(db, of, body.role));
      const keys = await countActiveKeysByMaker(db, of.workspaceId);
      return { status: 200, body: { member: toMember(member, { ownId: caller.user.id, keys }) } };
    },

    remove: async ({ params, query, caller }) => {
      const { workspaceId, role } = accessOf(caller);
      const userId = userIdOf(params.userId);
      if (role !== 'owner' && userId !== caller.user.id) throw new RequestError(OWNERS_ONLY);
      const { revokeKeys = false } = query;
      const { revokedKeys, endedApps } = orRefuse(await removeMember(db, { workspaceId, userId }, { revokeKeys }));
      if (revokedKeys + endedApps > 0) await awaitKeyChange();
      return { status: 200, body: { removed: true, revokedKeys } };
    },
  });
}

function userIdOf(id: string): string {
  const userId = fromPublicId('usr', id);
  if (userId === null) throw new RequestError(noSuchOf('member'));
  return userId;
}

const toMember = (
  { userId, email, role, createdAt }: MembershipRow,
  { ownId, keys }: { readonly ownId: string; readonly keys: ReadonlyMap<string, number> },
): Member => ({
  userId: toPublicId('usr', userId),
  email,
  role,
  joinedAt: createdAt.toISOString(),
  isYou: userId === ownId,
  activeKeys: keys.get(userId) ?? 0,
});

const toInvitation = ({ id, email, role, invitedBy, createdAt, expiresAt }: InvitationRow): Invitation => ({
  id: toPublicId('inv', id),
  email,
  role,
  invitedBy,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
