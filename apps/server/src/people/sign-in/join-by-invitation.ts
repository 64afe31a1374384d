import { findFirstProject } from '../../callers/projects/projects.table.ts';
import type { Database } from '../../db/database.ts';
import { toPublicId } from '../../process/ids.ts';
import { acceptInvitation } from '../members/invitations.table.ts';
import { putMembership } from '../members/memberships.table.ts';

/** Makes a user a member by an invitation. Returns the next page; null when it is not valid. */
export async function joinByInvitation(
  tx: Database,
  { id, email, userId }: { readonly id: string | null; readonly email: string; readonly userId: string },
): Promise<string | null> {
  const accepted = await acceptInvitation(tx, { id, email });
  if (!accepted) return null;
  await putMembership(tx, { ...accepted, userId });
  const projectId = await findFirstProject(tx, accepted.workspaceId);
  return projectId === null ? '/' : `/?project=${toPublicId('prj', projectId)}`;
}
