import type { PlanName } from '@fanfare/rules';
import { insertProject, insertWorkspace } from '../../callers/projects/projects.table.ts';
import { endSessionsOfUser } from '../../callers/sessions/sessions.table.ts';
import { allowsSignUp, type SignUpPolicy } from '../../config/sign-up-policy.ts';
import type { Database } from '../../db/database.ts';
import type { Ids } from '../../process/ids.ts';
import {
  hasOwnWorkspace,
  lockFirstWorkspace,
  lockWorkspaceWithoutMembers,
  putMembership,
} from '../members/memberships.table.ts';
import { ensureUser, proveAddress } from '../members/users.table.ts';
import { joinByInvitation } from './join-by-invitation.ts';
import { consumeSetupToken } from './setup-token.table.ts';
import { findAddress } from './sign-ins.table.ts';

const FIRST_PROJECT = 'My project';

export type AdmitDeps = {
  readonly ids: Ids;
  readonly signUp: SignUpPolicy;
  readonly signUpPlan: PlanName;
  /** Whether the first user gets the workspace with the sample project. */
  readonly development: boolean;
};

export type Arrival = {
  readonly email: string;
  readonly setupTokenSha256: Buffer | null;
  /** Invitation accepted before the mail was requested. */
  readonly invitationId: string | null;
};

export type Admitted = {
  readonly userId: string;
  /** Page of the project that was joined; null without one. */
  readonly joined: string | null;
};

/** Returns the user of an address, created at the first sign-in; null if it may not sign up. */
export async function admitUser(deps: AdmitDeps, tx: Database, arrival: Arrival): Promise<Admitted | null> {
  const { email, setupTokenSha256, invitationId } = arrival;
  const first = setupTokenSha256 === null ? null : await admitFirst(deps, tx, { email, setupTokenSha256 });
  if (first !== null) return { userId: first, joined: null };
  const { isUser, isInvited } = await findAddress(tx, email);
  if (!isUser && !isInvited && !allowsSignUp(deps.signUp, email)) return null;
  const { userId } = await ensureUser(tx, { id: deps.ids.uuid(), email });
  await welcome(deps, tx, { userId, email });
  return { userId, joined: await joinByInvitation(tx, { id: invitationId, email, userId }) };
}

/**
 * Records that an address is proven. The first time ends all earlier sessions, which somebody else
 * may have opened with a handed-over link, and creates a workspace with a project.
 */
export async function welcome(
  deps: AdmitDeps,
  tx: Database,
  user: { readonly userId: string; readonly email: string },
): Promise<void> {
  if (!(await proveAddress(tx, user.userId))) return;
  await endSessionsOfUser(tx, user.userId);
  if (await hasOwnWorkspace(tx, user.userId)) return;
  const sample = deps.development ? await lockFirstWorkspace(tx) : null;
  if (sample === null) await makeWorkspace(deps, tx, user);
  else await putMembership(tx, { workspaceId: sample, userId: user.userId, role: 'owner' });
}

/**
 * Uses a set-up link: makes the first user the owner of the oldest workspace without members; null
 * when somebody was first. The link is the operator's, so it also proves the address.
 */
export async function admitFirst(
  deps: AdmitDeps,
  tx: Database,
  { email, setupTokenSha256 }: { readonly email: string; readonly setupTokenSha256: Buffer },
): Promise<string | null> {
  if (!(await consumeSetupToken(tx, setupTokenSha256))) return null;
  const { userId } = await ensureUser(tx, { id: deps.ids.uuid(), email });
  await proveAddress(tx, userId);
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
