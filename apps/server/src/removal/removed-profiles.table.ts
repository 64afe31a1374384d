import type { Platform } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import { emit } from '../events/emit.ts';
import { stopRelay } from '../events/relay.table.ts';
import { toPublicId } from '../ids.ts';
import { storeSettled } from '../posts/settled-posts.table.ts';
import { forgetSubjects, repostSubject, targetSubject } from '../usage/reservations.table.ts';

/** One project's account of the profile. */
export type ProfileAccount = { readonly projectId: string; readonly id: string };

/** The accounts of a profile in every project, by any of the ids its network gave at connect. */
export async function findProfileAccounts(
  db: Database,
  platform: Platform,
  platformUserId: string,
): Promise<ProfileAccount[]> {
  const { rows } = await db.query<{ project_id: string; account_id: string }>({
    text: `select project_id, account_id from platform_users where platform = $1 and platform_user_id = $2
           order by project_id, account_id`,
    values: [platform, platformUserId],
  });
  return rows.map((row) => ({ projectId: row.project_id, id: row.account_id }));
}

/** Locks the account of a removal: `old` was connected before the removal was requested, `new` after. A post that is being recorded for it does not wait. */
export async function lockProfileAccount(
  tx: Database,
  account: ProfileAccount,
  connectedUntil: Date,
): Promise<'old' | 'new' | 'gone'> {
  const { rows } = await tx.query<{ is_new: boolean }>({
    text: 'select connected_at > $3 as is_new from accounts where project_id = $1 and id = $2 for no key update',
    values: [account.projectId, account.id, connectedUntil],
  });
  if (!rows[0]) return 'gone';
  return rows[0].is_new ? 'new' : 'old';
}

export type RemovedTargets = { readonly targets: number; readonly emptiedPosts: number };

/**
 * Deletes up to `limit` targets of an account with their journal, and everything that names them: what is still held for them is released, the
 * ledger keeps their units under another name, their events and those of their posts go. A post without targets keeps its row but no content: it stays published if one of
 * its targets ever was, and is cancelled otherwise. On an account that was connected again, only
 * targets of earlier posts. Rows that a run is writing are skipped. Within a transaction.
 */
export async function removeTargets(
  tx: Database,
  account: ProfileAccount,
  { connectedUntil, limit }: { readonly connectedUntil: Date; readonly limit: number },
): Promise<RemovedTargets> {
  const { projectId } = account;
  const { rows } = await tx.query<{ id: string; post_id: string; subject: string }>({
    text: `select t.id, t.post_id, ${targetSubject('t')} as subject from targets t
             join accounts a on a.project_id = t.project_id and a.id = t.account_id
             join posts p on p.project_id = t.project_id and p.id = t.post_id
           where t.project_id = $1 and t.account_id = $2 and (a.connected_at <= $3 or p.created_at < a.connected_at)
           limit $4 for update of t skip locked`,
    values: [projectId, account.id, connectedUntil, limit],
  });
  if (rows.length === 0) return { targets: 0, emptiedPosts: 0 };
  const ids = rows.map(({ id }) => id);
  const postIds = [...new Set(rows.map((row) => row.post_id))];
  // Two profiles of one post may be removed at the same time: the second removal then sees that the first one's target is gone.
  await tx.query({
    text: 'select from posts where project_id = $1 and id = any($2::uuid[]) order by id for update',
    values: [projectId, postIds],
  });
  await forgetSubjects(
    tx,
    projectId,
    rows.map(({ subject }) => subject),
  );
  await tx.query({
    text: `update posts set had_published = true where project_id = $1 and not had_published and id in (
             select post_id from targets where project_id = $1 and id = any($2::uuid[]) and status = 'published')`,
    values: [projectId, ids],
  });
  await tx.query({
    text: 'delete from targets where project_id = $1 and id = any($2::uuid[])',
    values: [projectId, ids],
  });
  // The events of a post name all its targets; those of other targets name only their own.
  await stopRelay(tx, projectId);
  await tx.query({
    text: 'delete from events where project_id = $1 and post_id = any($2::uuid[]) and (target_id is null or target_id = any($3::uuid[]))',
    values: [projectId, postIds, ids],
  });
  const { rowCount } = await tx.query({
    text: `update posts p set content = '', media = '[]', cancelled_at = case when p.had_published then p.cancelled_at else coalesce(p.cancelled_at, now()) end
           where p.project_id = $1 and p.id = any($2::uuid[])
             and not exists (select from targets t where t.project_id = $1 and t.post_id = p.id)`,
    values: [projectId, postIds],
  });
  await storeSettled(
    tx,
    postIds.map((postId) => ({ projectId, postId })),
  );
  return { targets: ids.length, emptiedPosts: rowCount ?? 0 };
}

/**
 * Deletes up to `limit` reposts of an account with their events, releases what is held for them and takes their names out of the ledger. On an account that was connected again,
 * only earlier ones. Returns how many. Within a transaction.
 */
export async function removeReposts(
  tx: Database,
  account: ProfileAccount,
  { connectedUntil, limit }: { readonly connectedUntil: Date; readonly limit: number },
): Promise<number> {
  const key = [account.projectId, account.id];
  const { rows } = await tx.query<{ platform_post_id: string; subject: string }>({
    text: `select r.platform_post_id, ${repostSubject('r')} as subject from reposts r
             join accounts a on a.project_id = r.project_id and a.id = r.account_id
           where r.project_id = $1 and r.account_id = $2 and (a.connected_at <= $3 or r.created_at < a.connected_at)
           limit $4 for update of r skip locked`,
    values: [...key, connectedUntil, limit],
  });
  if (rows.length === 0) return 0;
  await forgetSubjects(
    tx,
    account.projectId,
    rows.map(({ subject }) => subject),
  );
  await tx.query({
    text: 'delete from reposts where project_id = $1 and account_id = $2 and platform_post_id = any($3::text[])',
    values: [...key, rows.map((row) => row.platform_post_id)],
  });
  await stopRelay(tx, account.projectId);
  await tx.query({
    text: `delete from events where project_id = $1 and account_id = $2 and post_id is null and facts ->> 'platformPostId' = any($3::text[])`,
    values: [...key, rows.map((row) => row.platform_post_id)],
  });
  return rows.length;
}

/**
 * Deletes an account that has no targets and reposts left, with its credential, its events, its ids in the directory, and the links through which it was
 * connected. One event says so, with the id that callers know.
 * `busy` when it has some again, `new` when it was connected after the removal was requested: then it stays. Within a transaction.
 */
export async function removeAccount(
  tx: Database,
  account: ProfileAccount,
  connectedUntil: Date,
): Promise<'removed' | 'gone' | 'new' | 'busy'> {
  const key = [account.projectId, account.id];
  // Waits for a post that is being recorded for the account; the next one finds no account.
  const { rows } = await tx.query<{ is_new: boolean; platform: Platform; profile_id: string | null }>({
    text: `select connected_at > $3 as is_new, platform, profile_id from accounts
           where project_id = $1 and id = $2 for update`,
    values: [...key, connectedUntil],
  });
  const [found] = rows;
  if (found?.is_new) return 'new';
  if (found) {
    const { rowCount } = await tx.query({
      text: `select from targets where project_id = $1 and account_id = $2
             union all select from reposts where project_id = $1 and account_id = $2 limit 1`,
      values: key,
    });
    if (rowCount !== 0) return 'busy';
    // They name the account, or hold the caller's name for the profile. A link that is still open stays: it belongs to a new connection.
    await tx.query({
      text: `delete from connect_attempts
             where project_id = $1 and (account_id = $2 or platform = $3 and profile_id = $4 and (consumed_at is not null or expires_at <= now()))`,
      values: [...key, found.platform, found.profile_id],
    });
    await stopRelay(tx, account.projectId);
    await tx.query({
      text: 'delete from events where project_id = $1 and account_id = $2 and post_id is null',
      values: key,
    });
    await tx.query({
      text: `with account as (
               delete from accounts where project_id = $1 and id = $2 returning project_id, platform
             ), ${emit('account', {
               type: "'account.removed'",
               platform: 'e.platform',
               facts: `jsonb_build_object('id', $3::text, 'platform', e.platform)`,
             })}
             select from account`,
      values: [...key, toPublicId('acc', account.id)],
    });
  }
  await tx.query({ text: 'delete from platform_users where project_id = $1 and account_id = $2', values: key });
  return found ? 'removed' : 'gone';
}

/** What a removal would delete. */
export async function countProfile(
  db: Database,
  account: ProfileAccount,
): Promise<{ readonly accounts: number; readonly targets: number }> {
  const { rows } = await db.query<{ accounts: number; targets: number }>({
    text: `select (select count(*)::int from accounts where project_id = $1 and id = $2) as accounts,
             (select count(*)::int from targets where project_id = $1 and account_id = $2) as targets`,
    values: [account.projectId, account.id],
  });
  return rows[0]!;
}
