import type { Database } from '../db/database.ts';
import { insertMail, mailValues, type NewMail } from '../mail/mails.table.ts';
import type { Role } from './memberships.table.ts';

export type InvitationRow = {
  readonly id: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly email: string;
  readonly role: Role;
  /** Address of the member who invited. */
  readonly invitedBy: string;
  /** Whether who invited saw the link, because no mail brings it. */
  readonly isLinkShown: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

type StoredInvitation = {
  id: string;
  workspace_id: string;
  workspace_name: string;
  email: string;
  role: Role;
  invited_by: string;
  is_link_shown: boolean;
  created_at: Date;
  expires_at: Date;
};

const toInvitation = (row: StoredInvitation): InvitationRow => ({
  id: row.id,
  workspaceId: row.workspace_id,
  workspaceName: row.workspace_name,
  email: row.email,
  role: row.role,
  invitedBy: row.invited_by,
  isLinkShown: row.is_link_shown,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

const OPEN = 'i.accepted_at is null and i.revoked_at is null';
const INVITATION = `select i.id, i.workspace_id, w.name as workspace_name, i.email, i.role, u.email as invited_by, i.is_link_shown, i.created_at, i.expires_at
           from invitations i join workspaces w on w.id = i.workspace_id join users u on u.id = i.invited_by`;

/** Invites an address and writes its mail; null for one without. An open invitation of the same address is renewed: its old link ends. Returns the invitation's id. */
export async function recordInvitation(
  db: Database,
  invitation: {
    id: string;
    workspaceId: string;
    email: string;
    role: Role;
    tokenSha256: Buffer;
    invitedBy: string;
    isLinkShown: boolean;
    validSeconds: number;
  },
  mail: NewMail | null,
): Promise<string> {
  const { rows } = await db.query<{ id: string }>({
    text: `${mail ? `with mail as (${insertMail(9)})` : ''}
           insert into invitations (id, workspace_id, email, role, token_sha256, invited_by, is_link_shown, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))
           on conflict (workspace_id, email) where accepted_at is null and revoked_at is null do update
             set role = excluded.role, token_sha256 = excluded.token_sha256, invited_by = excluded.invited_by,
               is_link_shown = excluded.is_link_shown, created_at = now(), expires_at = excluded.expires_at
           returning id`,
    values: [
      invitation.id,
      invitation.workspaceId,
      invitation.email,
      invitation.role,
      invitation.tokenSha256,
      invitation.invitedBy,
      invitation.isLinkShown,
      invitation.validSeconds,
      ...(mail ? mailValues(mail) : []),
    ],
  });
  return rows[0]!.id;
}

/** The invitation of a link, if it is still valid. Reading does not accept it. */
export async function findOpenInvitation(db: Database, tokenSha256: Buffer): Promise<InvitationRow | null> {
  const { rows } = await db.query<StoredInvitation>({
    text: `${INVITATION} where i.token_sha256 = $1 and ${OPEN} and i.expires_at > now()`,
    values: [tokenSha256],
  });
  return rows[0] ? toInvitation(rows[0]) : null;
}

/** Those of a workspace that were neither accepted nor revoked, expired ones included, newest first. */
export async function listOpenInvitations(db: Database, workspaceId: string): Promise<InvitationRow[]> {
  const { rows } = await db.query<StoredInvitation>({
    text: `${INVITATION} where i.workspace_id = $1 and ${OPEN} order by i.created_at desc, i.id desc`,
    values: [workspaceId],
  });
  return rows.map(toInvitation);
}

/** False when the workspace has no such open invitation. */
export async function revokeInvitation(
  db: Database,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `update invitations i set revoked_at = now() where i.workspace_id = $1 and i.id = $2 and ${OPEN}`,
    values: [workspaceId, id],
  });
  return rowCount === 1;
}

/** Those that wait for an answer of an address, newest first. */
export async function listInvitationsTo(db: Database, email: string): Promise<InvitationRow[]> {
  const { rows } = await db.query<StoredInvitation>({
    text: `${INVITATION} where i.email = $1 and ${OPEN} and i.expires_at > now() order by i.created_at desc, i.id desc`,
    values: [email],
  });
  return rows.map(toInvitation);
}

/** The person who was invited does not want it. */
export async function declineInvitation(db: Database, { id, email }: { id: string; email: string }): Promise<void> {
  await db.query({
    text: `update invitations i set revoked_at = now() where i.id = $1 and i.email = $2 and ${OPEN}`,
    values: [id, email],
  });
}

/** Holds a valid invitation until the end of the transaction. False when there is none. */
export async function lockInvitation(tx: Database, id: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `select from invitations i where i.id = $1 and ${OPEN} and i.expires_at > now() for update`,
    values: [id],
  });
  return rowCount === 1;
}

type Accepted = { readonly workspaceId: string; readonly role: Role };

/** Accepts an invitation of an address; null for null, and for one that is not valid. */
export async function acceptInvitation(
  tx: Database,
  { id, email }: { id: string | null; email: string },
): Promise<Accepted | null> {
  const { rows } = await tx.query<{ workspace_id: string; role: Role }>({
    text: `update invitations i set accepted_at = now()
           where i.id = $1 and i.email = $2 and ${OPEN} and i.expires_at > now() returning i.workspace_id, i.role`,
    values: [id, email],
  });
  return rows[0] ? { workspaceId: rows[0].workspace_id, role: rows[0].role } : null;
}

/** Deletes invitations that were accepted, revoked or expired 30 days ago. Returns how many. */
export async function purgeInvitations(db: Database): Promise<number> {
  const { rowCount } = await db.query({
    text: `delete from invitations where least(accepted_at, revoked_at, expires_at) < now() - interval '30 days'`,
  });
  return rowCount ?? 0;
}
