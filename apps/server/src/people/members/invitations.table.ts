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
  /** Address of the member who invited. */
  readonly invitedBy: string;
  /** Whether who invited saw the link, because no mail brings it. */
  readonly isLinkShown: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** Neither accepted nor revoked. */
const openInvitations = (db: Database) =>
  knex('invitations as i').connection(db).where({ 'i.acceptedAt': null, 'i.revokedAt': null });

const validInvitations = (db: Database) => openInvitations(db).where('i.expiresAt', '>', knex.fn.now());

/** Newest first. */
const asRows = (invitations: ReturnType<typeof openInvitations>) =>
  invitations
    .join('workspaces as w', 'w.id', 'i.workspaceId')
    .join('users as u', 'u.id', 'i.invitedBy')
    .select<InvitationRow[]>(
      ...['i.id', 'i.workspaceId', 'w.name as workspaceName', 'i.email', 'i.role', 'u.email as invitedBy'],
      ...['i.isLinkShown', 'i.createdAt', 'i.expiresAt'],
    )
    .orderByRaw('i.created_at desc, i.id desc');

/** Invites an address and writes its mail; null for one without. An open invitation of the same address is renewed: its old link ends. Returns the invitation's id. */
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

/** The invitation of a link, if it is still valid. Reading does not accept it. */
export async function findOpenInvitation(db: Database, tokenSha256: Buffer): Promise<InvitationRow | null> {
  const [found] = await asRows(validInvitations(db).where({ tokenSha256 }));
  return found ?? null;
}

/** Those of a workspace that were neither accepted nor revoked, expired ones included, newest first. */
export async function listOpenInvitations(db: Database, workspaceId: string): Promise<InvitationRow[]> {
  return asRows(openInvitations(db).where({ workspaceId }));
}

/** False when the workspace has no such open invitation. */
export async function revokeInvitation(
  db: Database,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<boolean> {
  return (await openInvitations(db).where({ workspaceId, id }).update({ revokedAt: knex.fn.now() })) === 1;
}

/** Those that wait for an answer of an address, newest first. */
export async function listInvitationsTo(db: Database, email: string): Promise<InvitationRow[]> {
  return asRows(validInvitations(db).where({ 'i.email': email }));
}

/** The person who was invited does not want it. */
export async function declineInvitation(db: Database, { id, email }: { id: string; email: string }): Promise<void> {
  await openInvitations(db).where({ id, email }).update({ revokedAt: knex.fn.now() });
}

/** Holds a valid invitation until the end of the transaction. False when there is none. */
export async function lockInvitation(tx: Database, id: string): Promise<boolean> {
  return (await validInvitations(tx).where({ id }).forUpdate().pluck('id')).length === 1;
}

type Accepted = { readonly workspaceId: string; readonly role: Role };

/** Accepts an invitation of an address; null for null, and for one that is not valid. */
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

/** Deletes invitations that were accepted, revoked or expired 30 days ago. Returns how many. */
export async function purgeInvitations(db: Database): Promise<number> {
  return knex('invitations')
    .connection(db)
    .whereRaw("least(accepted_at, revoked_at, expires_at) < now() - interval '30 days'")
    .delete();
}
