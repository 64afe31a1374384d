import type { AccountStatus, Platform } from '@fanfare/contract';
import type { Database } from '../../db/database.ts';

type Owner = { readonly projectId: string; readonly accountId: string };

/** The lease of the process that may renew, for every account of the grant. */
export type RenewalClaim = {
  readonly grantId: string;
  readonly token: number;
  /** The answer to an earlier renewal was lost. */
  readonly doubtful: boolean;
};

/**
 * Claims the renewal of a credential in the version that the caller read. `busy` while another
 * process holds it or, without `wait`, its row; `overtaken` when it changed: read again. Within a
 * transaction, whose commit records that the network may be asked: a lost answer is noticed.
 */
export async function claimRenewal(
  tx: Database,
  owner: Owner & { readonly version: number; readonly token: number },
  options: { readonly leaseMs: number; readonly wait: boolean },
): Promise<RenewalClaim | 'busy' | 'overtaken'> {
  const { rows } = await tx.query<{
    accountId: string;
    grantId: string;
    version: number;
    token: number;
    taken: boolean;
  }>({
    text: `select account_id as "accountId", grant_id as "grantId", version, renewal_token as token, coalesce(renewal_until > clock_timestamp(), false) as taken
           from credentials
           where project_id = $1 and grant_id = (select grant_id from credentials where project_id = $1 and account_id = $2)
           order by account_id for update ${options.wait ? '' : 'skip locked'}`,
    values: [owner.projectId, owner.accountId],
  });
  const own = rows.find((row) => row.accountId === owner.accountId);
  if (!own) return options.wait ? 'overtaken' : 'busy';
  if (rows.some((row) => row.taken)) return 'busy';
  if (own.version !== owner.version || own.token !== owner.token) return 'overtaken';
  const claimed = await tx.query<{ accountId: string; token: number; doubtful: boolean }>({
    text: `update credentials set renewal_token = renewal_token + 1, renewal_until = clock_timestamp() + make_interval(secs => $3),
             renewal_in_doubt = renewal_in_doubt or renewal_until is not null
           where project_id = $1 and account_id = any($2::uuid[])
           returning account_id as "accountId", renewal_token as token, renewal_in_doubt as doubtful`,
    values: [owner.projectId, rows.map((row) => row.accountId), options.leaseMs / 1_000],
  });
  const { token, doubtful } = claimed.rows.find((row) => row.accountId === owner.accountId)!;
  return { grantId: own.grantId, token, doubtful };
}

export type GrantMember = {
  readonly accountId: string;
  readonly version: number;
  readonly token: number;
  readonly status: AccountStatus;
  readonly statusReason: string | null;
};

/** Locks and returns every account of a grant, accounts before credentials, as everywhere. */
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
  // Lock first, then read: a statement that waited for a lock sees old versions of joined rows.
  const { rows } = await tx.query<GrantMember & { readonly grantId: string }>({
    text: `select c.account_id as "accountId", c.grant_id as "grantId", c.version, c.renewal_token as token, a.status, a.status_reason as "statusReason"
           from credentials c join accounts a on a.project_id = c.project_id and a.id = c.account_id
           where c.project_id = $1 and c.grant_id = (select grant_id from credentials where project_id = $1 and account_id = $2)
           order by c.account_id`,
    values: [owner.projectId, owner.accountId],
  });
  return rows[0] ? { grantId: rows[0].grantId, members: rows } : null;
}

/** Ends a claim that renewed nothing, and sets the next renewal. Earlier readers are overtaken. */
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

/** Accounts of a network, of all projects, whose renewal is due at `now`, longest due first. */
export async function listDueRenewals(
  db: Database,
  platform: Platform,
  now: Date,
  limit: number,
): Promise<readonly Owner[]> {
  const { rows } = await db.query<Owner>({
    text: `select c.project_id as "projectId", c.account_id as "accountId" from credentials c
           join accounts a on a.project_id = c.project_id and a.id = c.account_id
           where c.renew_at <= $1 and a.platform = $2 order by c.renew_at limit $3`,
    values: [now, platform, limit],
  });
  return rows;
}

/** Counts active accounts of all projects that stop working before `before` without a renewal. */
export async function countEnding(db: Database, before: Date): Promise<ReadonlyMap<Platform, number>> {
  const { rows } = await db.query<{ platform: Platform; ending: number }>({
    text: `select a.platform, count(*)::int as ending from credentials c
           join accounts a on a.project_id = c.project_id and a.id = c.account_id
           where c.ends_at < $1 and a.status = 'active' group by a.platform`,
    values: [before],
  });
  return new Map(rows.map((row) => [row.platform, row.ending]));
}
