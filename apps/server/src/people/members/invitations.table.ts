import type { Role } from '../../callers/role.ts';
import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';
import { secondsFromNow } from '../../db/seconds-from-now.ts';
import type { NewMail } from '../mail/mails.table.ts';
import { withMail } from '../mail/with-mail.table.ts';

export type InvitationRow = {
  readonly id: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
  /** Whether the inviter saw the link, because no mail brings it. */
  readonly isLinkShown: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** Invitations neither accepted nor revoked. */
const openInvitations = (db: Database) =>
  knex('invitations as i').connection(db).where({ 'i.acceptedAt': null, 'i.revokedAt': null });

const validInvitations = (db: Database) => openInvitations(db).where('i.expiresAt', '>', knex.fn.now());

/** Joins names and sorts newest first. */
const asRows = (invitations: ReturnType<typeof openInvitations>) =>
  invitations
    .join('workspaces as w', 'w.id', 'i.workspaceId')
    .join('users as u', 'u.id', 'i.invitedBy')
    .select<InvitationRow[]>(
      ...['i.id', 'i.workspaceId', 'w.name as workspaceName', 'i.email', 'i.role', 'u.email as invitedBy'],
      ...['i.isLinkShown', 'i.createdAt', 'i.expiresAt'],
    )
    .orderByRaw('i.created_at desc, i.id desc');

/** Records an invitation and its mail, if any. Renews an open one of the address: its link ends. */
export async function recordInvitation(
  db: Database,
  {
    validSeconds,
    ...invitation
  }: {
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
  const [recorded] = await knex('invitations')
    .connection(db)
    .modify(withMail, mail)
    .insert({ ...invitation, createdAt: knex.fn.now(), expiresAt: secondsFromNow(validSeconds) })
    .onConflict(knex.raw('(workspace_id, email) where accepted_at is null and revoked_at is null'))
    .merge(['role', 'tokenSha256', 'invitedBy', 'isLinkShown', 'createdAt', 'expiresAt'])
    .returning<{ id: string }[]>('id');
  return recorded!.id;
}

/** Finds the valid invitation of a link without accepting it. */
export async function findOpenInvitation(db: Database, tokenSha256: Buffer): Promise<InvitationRow | null> {
  const [found] = await asRows(validInvitations(db).where({ tokenSha256 }));
  return found ?? null;
}

/** Lists open invitations of a workspace with expired ones, newest first. */
export async function listOpenInvitations(db: Database, workspaceId: string): Promise<InvitationRow[]> {
  return asRows(openInvitations(db).where({ workspaceId }));
}

/** Returns false when the workspace has no such open invitation. */
export async function revokeInvitation(
  db: Database,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<boolean> {
  return (await openInvitations(db).where({ workspaceId, id }).update({ revokedAt: knex.fn.now() })) === 1;
}

/** Lists valid invitations of an address, newest first. */
export async function listInvitationsTo(db: Database, email: string): Promise<InvitationRow[]> {
  return asRows(validInvitations(db).where({ 'i.email': email }));
}

export async function declineInvitation(db: Database, { id, email }: { id: string; email: string }): Promise<void> {
  await openInvitations(db).where({ id, email }).update({ revokedAt: knex.fn.now() });
}

/** Locks a valid invitation until the end of the transaction. Returns false when there is none. */
export async function lockInvitation(tx: Database, id: string): Promise<boolean> {
  return (await validInvitations(tx).where({ id }).forUpdate().pluck('id')).length === 1;
}

type Accepted = { readonly workspaceId: string; readonly role: Role };

/** Accepts an invitation of an address; null when it is not valid. */
export async function acceptInvitation(
  tx: Database,
  { id, email }: { id: string | null; email: string },
): Promise<Accepted | null> {
  const [accepted] = await validInvitations(tx)
    .where({ id, email })
    .update({ acceptedAt: knex.fn.now() })
    .returning<Accepted[]>(['workspaceId', 'role']);
  return accepted ?? null;
}

/** Deletes invitations that ended 30 days ago. Returns how many. */
export async function purgeInvitations(db: Database): Promise<number> {
  return knex('invitations')
    .connection(db)
    .whereRaw("least(accepted_at, revoked_at, expires_at) < now() - interval '30 days'")
    .delete();
}
