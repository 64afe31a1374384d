import type { AccountStatus, Platform } from '@fanfare/contract';
import type { Database } from '../../db/database.ts';

type Owner = { readonly projectId: string; readonly accountId: string };

/** The lease of the one process that may ask a network for a renewal, for every account of the grant. */
export type RenewalClaim = {
  readonly grantId: string;
  readonly token: number;
  /** The answer to an earlier renewal was lost. */
  readonly doubtful: boolean;
};

/**
 * Claims the renewal of a credential in the version that the caller read; only one process holds it. `busy` while another process does, or, where the caller
 * does not wait, while a transaction locks the row; `overtaken` when the credential was replaced or a renewal was tried since the caller read: the caller
 * reads again. Within a transaction; its commit records that the network may now be asked, so that a lost answer can be noticed.
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

/** Locks every account of an account's grant, accounts before credentials as everywhere, and returns them. Null when the account is gone. */
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
  // Lock first, then read: a statement that waited for a lock sees old versions of the rows that it joins.
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

/** Releases the claim after an attempt that renewed nothing, and sets the time of the next one. Earlier readers are overtaken. */
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

/** How many active accounts stop working before `before` unless they are renewed or reconnected, over all projects. */
export async function countEnding(db: Database, before: Date): Promise<ReadonlyMap<Platform, number>> {
  const { rows } = await db.query<{ platform: Platform; ending: number }>({
    text: `select a.platform, count(*)::int as ending from credentials c
           join accounts a on a.project_id = c.project_id and a.id = c.account_id
           where c.ends_at < $1 and a.status = 'active' group by a.platform`,
    values: [before],
  });
  return new Map(rows.map((row) => [row.platform, row.ending]));
}
