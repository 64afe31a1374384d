import type { AccountStatus, Platform } from '@fanfare/contract';
import type { Database } from '../db/database.ts';

type Owner = { readonly projectId: string; readonly accountId: string };

/** The right to ask a network for a renewal, on behalf of every account of the grant. */
export type RenewalClaim = {
  readonly grantId: string;
  readonly token: number;
  /** An answer to an earlier renewal never arrived. */
  readonly doubtful: boolean;
};

/**
 * Takes the right to renew a credential as the caller read it, over all processes. `busy` while another process asks, or, where the caller does not wait,
 * while anybody holds the row; `overtaken` when the credential was replaced, or somebody asked since the caller read: what came of that is to be read first. To be called in a transaction; its commit is the record that
 * the network may now be asked, without which an answer that was lost would look like none that was ever given.
 */
export async function claimRenewal(
  tx: Database,
  owner: Owner & { readonly version: number; readonly token: number },
  options: { readonly leaseMs: number; readonly wait: boolean },
): Promise<RenewalClaim | 'busy' | 'overtaken'> {
  const { rows } = await tx.query<{
    account_id: string;
    grant_id: string;
    version: number;
    renewal_token: number;
    taken: boolean;
  }>({
    text: `select account_id, grant_id, version, renewal_token, coalesce(renewal_until > clock_timestamp(), false) as taken from credentials
           where project_id = $1 and grant_id = (select grant_id from credentials where project_id = $1 and account_id = $2)
           order by account_id for update ${options.wait ? '' : 'skip locked'}`,
    values: [owner.projectId, owner.accountId],
  });
  const own = rows.find((row) => row.account_id === owner.accountId);
  if (!own) return options.wait ? 'overtaken' : 'busy';
  if (rows.some((row) => row.taken)) return 'busy';
  if (own.version !== owner.version || own.renewal_token !== owner.token) return 'overtaken';
  const claimed = await tx.query<{ account_id: string; renewal_token: number; renewal_in_doubt: boolean }>({
    text: `update credentials set renewal_token = renewal_token + 1, renewal_until = clock_timestamp() + make_interval(secs => $3),
             renewal_in_doubt = renewal_in_doubt or renewal_until is not null
           where project_id = $1 and account_id = any($2::uuid[]) returning account_id, renewal_token, renewal_in_doubt`,
    values: [owner.projectId, rows.map((row) => row.account_id), options.leaseMs / 1_000],
  });
  const { renewal_token: token, renewal_in_doubt: doubtful } = claimed.rows.find(
    (row) => row.account_id === owner.accountId,
  )!;
  return { grantId: own.grant_id, token, doubtful };
}

export type GrantMember = {
  readonly accountId: string;
  readonly version: number;
  readonly token: number;
  readonly status: AccountStatus;
  readonly statusReason: string | null;
};

/** Holds every account of the grant an account lives on, accounts before credentials as everywhere, and tells how they stand. Empty when it is gone. */
export async function lockGrant(
  tx: Database,
  owner: Owner,
): Promise<{ readonly grantId: string; readonly members: readonly GrantMember[] } | null> {
  await tx.query({
    text: `select id from accounts where project_id = $1 and id in (
             select account_id from credentials where project_id = $1 and grant_id = (
               select grant_id from credentials where project_id = $1 and account_id = $2))
           order by id for no key update`,
    values: [owner.projectId, owner.accountId],
  });
  await tx.query({
    text: `select 1 from credentials where project_id = $1 and grant_id = (
             select grant_id from credentials where project_id = $1 and account_id = $2) order by account_id for update`,
    values: [owner.projectId, owner.accountId],
  });
  // Locked first and read after: a statement that waited shows what else it joins as it was before.
  const { rows } = await tx.query<{
    account_id: string;
    grant_id: string;
    version: number;
    renewal_token: number;
    status: AccountStatus;
    status_reason: string | null;
  }>({
    text: `select c.account_id, c.grant_id, c.version, c.renewal_token, a.status, a.status_reason
           from credentials c join accounts a on a.project_id = c.project_id and a.id = c.account_id
           where c.project_id = $1 and c.grant_id = (select grant_id from credentials where project_id = $1 and account_id = $2)
           order by c.account_id`,
    values: [owner.projectId, owner.accountId],
  });
  if (!rows[0]) return null;
  return {
    grantId: rows[0].grant_id,
    members: rows.map((row) => ({
      accountId: row.account_id,
      version: row.version,
      token: row.renewal_token,
      status: row.status,
      statusReason: row.status_reason,
    })),
  };
}

/** Gives the right to renew back after an attempt that renewed nothing, and sets when to look again. Who read before this has to read again. */
export async function releaseRenewal(
  db: Database,
  projectId: string,
  accountIds: readonly string[],
  attempt: { readonly renewAt: Date | null; readonly failed: boolean; readonly inDoubt: boolean },
): Promise<void> {
  await db.query({
    text: `update credentials set renewal_until = null, renewal_token = renewal_token + 1, renew_at = $3, renewal_failures = case when $4 then renewal_failures + 1 else 0 end,
             renewal_in_doubt = renewal_in_doubt or $5
           where project_id = $1 and account_id = any($2::uuid[])`,
    values: [projectId, accountIds, attempt.renewAt, attempt.failed, attempt.inDoubt],
  });
}

/** Accounts of a network whose renewal is due at `now`, over all projects, the longest due first. */
export async function listDueRenewals(
  db: Database,
  platform: Platform,
  now: Date,
  limit: number,
): Promise<readonly Owner[]> {
  const { rows } = await db.query<{ project_id: string; account_id: string }>({
    text: `select c.project_id, c.account_id from credentials c
           join accounts a on a.project_id = c.project_id and a.id = c.account_id
           where c.renew_at <= $1 and a.platform = $2 order by c.renew_at limit $3`,
    values: [now, platform, limit],
  });
  return rows.map((row) => ({ projectId: row.project_id, accountId: row.account_id }));
}

/** How many active accounts stop before `before` unless somebody renews or reconnects them, over all projects. */
export async function countEnding(db: Database, before: Date): Promise<ReadonlyMap<Platform, number>> {
  const { rows } = await db.query<{ platform: Platform; ending: number }>({
    text: `select a.platform, count(*)::int as ending from credentials c
           join accounts a on a.project_id = c.project_id and a.id = c.account_id
           where c.ends_at < $1 and a.status = 'active' group by a.platform`,
    values: [before],
  });
  return new Map(rows.map((row) => [row.platform, row.ending]));
}
