import { APP_LIMITS } from '@fanfare/app-contract';
import { refuseField } from '@fanfare/rules';
import { readMailAddress } from '../../config/mail-address.ts';
import type { Database } from '../../db/database.ts';
import { type AppDecision, refuseApp } from '../../http/app-refusal.ts';
import { type InvitationRow, listOpenInvitations } from '../../people/members/invitations.table.ts';
import type { Invitation, Invited as Recorded } from '../../people/members/invite.ts';
import { listMemberships } from '../../people/members/memberships.table.ts';

export type InviteDeps = {
  readonly db: Database;
  readonly invite: (invitation: Invitation) => Promise<Recorded>;
};

type Invited = { readonly invitation: InvitationRow; readonly url: string | null; readonly isMailed: boolean };

export async function inviteMember({ db, invite }: InviteDeps, wanted: Invitation): Promise<AppDecision<Invited>> {
  const email = readMailAddress(wanted.email);
  if (email === null) return refuseField('email', 'Must be an e-mail address such as ada@example.com.');
  const { id: workspaceId } = wanted.workspace;
  if ((await listMemberships(db, workspaceId)).some((member) => member.email === email))
    return refuseApp('already_member', `${email} is a member already.`);
  const open = await listOpenInvitations(db, workspaceId);
  const most = APP_LIMITS.invitationsPerWorkspace;
  if (open.length >= most && !open.some((row) => row.email === email))
    return refuseApp('invitation_limit_reached', `A workspace has at most ${most} open invitations.`);
  const { id, url, isMailed } = await invite({ ...wanted, email });
  const invitation = (await listOpenInvitations(db, workspaceId)).find((row) => row.id === id);
  return { ok: true, invitation: invitation!, url, isMailed };
}
