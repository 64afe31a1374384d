import type { PlanName } from '@fanfare/rules';
import type { Database } from '../db/database.ts';
import type { Ids } from '../ids.ts';
import { acceptInvitationById, acceptInvitationsOf } from '../members/invitations.table.ts';
import { lockWorkspaceWithoutMembers, putMembership } from '../members/memberships.table.ts';
import { ensureUser, findUser } from '../members/users.table.ts';
import { insertProject, insertWorkspace } from '../projects/projects.table.ts';
import { consumeSetupToken } from './setup-token.table.ts';
import { allowsSignUp, type SignUpPolicy } from './sign-up-policy.ts';

/** Of the project that a first sign-in makes. */
const FIRST_PROJECT = 'My project';

export type AdmitDeps = {
  readonly ids: Ids;
  readonly signUp: SignUpPolicy;
  /** Of the project that a first sign-in makes. */
  readonly signUpPlan: PlanName;
};

/** Somebody who has shown that an address is theirs. */
export type Arrival = {
  readonly email: string;
  readonly setupTokenSha256: Buffer | null;
  readonly invitationId: string | null;
};

/**
 * The user of an address, made with workspace and project where it signs in for the first time. Null for an address that may not sign up. Part of the
 * transaction that consumes the sign-in.
 */
export async function admitUser(deps: AdmitDeps, tx: Database, arrival: Arrival): Promise<string | null> {
  const { email, setupTokenSha256, invitationId } = arrival;
  const first = setupTokenSha256 === null ? null : await admitFirst(deps, tx, { email, setupTokenSha256 });
  if (first !== null) return first;
  const known = await findUser(tx, email);
  // A new user's first sign-in shows that every invitation to the address is theirs.
  const accepted = known
    ? await acceptInvitationById(tx, { id: invitationId, email })
    : await acceptInvitationsOf(tx, email);
  // A parallel first sign-in may have accepted them and made the user in the meantime.
  const isAllowed = known !== null || accepted.length > 0 || allowsSignUp(deps.signUp, email);
  if (!isAllowed && !(await findUser(tx, email))) return null;
  const { userId, isNew } = await ensureUser(tx, { id: deps.ids.uuid(), email });
  for (const { workspaceId, role } of accepted) await putMembership(tx, { workspaceId, userId, role });
  if (isNew && accepted.length === 0) await makeWorkspace(deps, tx, { email, userId });
  return userId;
}

/** Uses a set-up link: makes the first user of an installation the owner of the oldest workspace that belongs to nobody. Null when somebody was first. */
export async function admitFirst(
  deps: AdmitDeps,
  tx: Database,
  { email, setupTokenSha256 }: { readonly email: string; readonly setupTokenSha256: Buffer },
): Promise<string | null> {
  if (!(await consumeSetupToken(tx, setupTokenSha256))) return null;
  const { userId } = await ensureUser(tx, { id: deps.ids.uuid(), email });
  const workspaceId = await lockWorkspaceWithoutMembers(tx);
  if (workspaceId === null) await makeWorkspace(deps, tx, { email, userId });
  else await putMembership(tx, { workspaceId, userId, role: 'owner' });
  return userId;
}

async function makeWorkspace(
  { ids, signUpPlan }: AdmitDeps,
  tx: Database,
  owner: { readonly email: string; readonly userId: string },
): Promise<void> {
  const workspaceId = ids.uuid();
  await insertWorkspace(tx, { id: workspaceId, name: owner.email });
  await putMembership(tx, { workspaceId, userId: owner.userId, role: 'owner' });
  await insertProject(tx, { id: ids.uuid(), workspaceId, name: FIRST_PROJECT, plan: signUpPlan });
}
