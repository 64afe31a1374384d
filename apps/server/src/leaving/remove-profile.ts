import { setTimeout as sleep } from 'node:timers/promises';
import { changeAccountStatus } from '../accounts/accounts.table.ts';
import { deleteCredential } from '../accounts/credentials/credentials.table.ts';
import { lockGrant } from '../accounts/credentials/renewals.table.ts';
import type { DatabasePool } from '../db/database.ts';
import { awaitPublicWrites } from './await-public-writes.ts';
import type { OpenRemoval } from './removal-requests.table.ts';
import {
  findProfileAccounts,
  lockProfileAccount,
  type ProfileAccount,
  removeAccount,
  removeReposts,
  removeTargets,
} from './removed-profiles.table.ts';

/** Targets or reposts per transaction: a few milliseconds, so that no publish waits for it. */
const BATCH = 200;
const BUSY_PAUSE_MS = 50;

export type RemoveProfileDeps = {
  readonly db: DatabasePool;
  /** Runs before each step; false stops the removal, and another run resumes it. */
  readonly shouldContinue: () => Promise<boolean>;
};

export type RemovedProfile = {
  readonly finished: boolean;
  readonly accounts: number;
  readonly targets: number;
  readonly emptiedPosts: number;
};

/**
 * Deletes everything of a profile in every project, in repeatable transactions. First the
 * credential, so that nothing more is sent. After the writes in flight have ended and are billed,
 * targets and reposts in batches. Last the account and its directory ids, to allow a resume.
 */
export async function removeProfile(deps: RemoveProfileDeps, removal: OpenRemoval): Promise<RemovedProfile> {
  const removed = { finished: false, accounts: 0, targets: 0, emptiedPosts: 0 };
  for (const account of await findProfileAccounts(deps.db, removal.platform, removal.platformUserId)) {
    await stopWrites(deps, account, removal);
    for (;;) {
      if (!(await deps.shouldContinue())) return removed;
      const of = { connectedUntil: removal.connectedUntil, limit: BATCH };
      const batch = await deps.db.transaction((tx) => removeTargets(tx, account, of));
      removed.targets += batch.targets;
      removed.emptiedPosts += batch.emptiedPosts;
      if (batch.targets > 0 || (await deps.db.transaction((tx) => removeReposts(tx, account, of))) > 0) continue;
      const end = await deps.db.transaction((tx) => removeAccount(tx, account, removal.connectedUntil));
      if (end === 'removed') removed.accounts++;
      if (end !== 'busy') break;
      // A run writes one of its targets, or a post or repost was recorded meanwhile.
      await sleep(BUSY_PAUSE_MS);
    }
  }
  return { ...removed, finished: true };
}

/**
 * Deletes the account's credential and waits for its writes in flight. Pages of a LinkedIn member
 * use the member's token (spec 4.1), so theirs are deleted too; a new connection revives them.
 */
async function stopWrites(deps: RemoveProfileDeps, account: ProfileAccount, removal: OpenRemoval): Promise<void> {
  const { projectId, id } = account;
  const isPage = removal.platformUserId.startsWith('organization:');
  const state = await deps.db.transaction(async (tx) => {
    const grant = await lockGrant(tx, { projectId, accountId: id });
    const state = await lockProfileAccount(tx, account, removal.connectedUntil);
    if (state !== 'old') return state;
    const sharing = isPage ? [] : (grant?.members ?? []).map(({ accountId }) => accountId);
    for (const accountId of new Set([id, ...sharing])) {
      const change = { from: ['active', 'expired'], to: 'revoked', reason: 'revoked_by_user' } as const;
      await changeAccountStatus(tx, { projectId, id: accountId, ...change });
      await deleteCredential(tx, { projectId, accountId });
    }
    return state;
  });
  if (state === 'old') await awaitPublicWrites(deps.db, projectId, id);
}
