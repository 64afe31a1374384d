import type { Platform } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';
import { insertEvents } from '../events/emit.ts';
import { stopRelay } from '../events/event-positions.table.ts';
import { deleteMediaOfPosts } from '../media/media-uses.table.ts';
import { toPublicId } from '../process/ids.ts';
import { storeSettled } from '../publishing/settled-posts.table.ts';
import { forgetSubjects, repostSubject, targetSubject } from '../usage/reservations.table.ts';

/** Account of the profile in one project. */
export type ProfileAccount = { readonly projectId: string; readonly id: string };

/** Finds the accounts of a profile in every project, by any id its network gave at connect. */
export async function findProfileAccounts(
  db: Database,
  platform: Platform,
  platformUserId: string,
): Promise<ProfileAccount[]> {
  return knex('platformUsers')
    .connection(db)
    .where({ platform, platformUserId })
    .orderBy(['projectId', 'accountId'])
    .select('projectId', 'accountId as id');
}

const accountRow = (tx: Database, { projectId, id }: ProfileAccount, connectedUntil: Date) =>
  knex('accounts')
    .connection(tx)
    .where({ projectId, id })
    .first<{ isNew: boolean; platform: Platform; profileId: string | null } | undefined>(
      ...['platform', 'profileId', knex.raw('connected_at > ? as is_new', [connectedUntil])],
    );

/** Locks the account: `new` was connected after the removal was requested. Records do not wait. */
export async function lockProfileAccount(
  tx: Database,
  account: ProfileAccount,
  connectedUntil: Date,
): Promise<'old' | 'new' | 'gone'> {
  const found = await accountRow(tx, account, connectedUntil).forNoKeyUpdate();
  if (!found) return 'gone';
  return found.isNew ? 'new' : 'old';
}

export type RemovedTargets = { readonly targets: number; readonly emptiedPosts: number };

/**
 * Deletes up to `limit` targets of an account with their journal and events. Releases what is held
 * for them; the ledger keeps their units under another name. A post without targets keeps its row
 * without content: published if one of its targets ever was, else cancelled. For an account
 * connected again, only targets of earlier posts. Skips rows of running writes. In a transaction.
 */
export async function removeTargets(
  tx: Database,
  account: ProfileAccount,
  { connectedUntil, limit }: { readonly connectedUntil: Date; readonly limit: number },
): Promise<RemovedTargets> {
  const { projectId } = account;
  const rows = await knex('targets as t')
    .connection(tx)
    .join('accounts as a', { 'a.projectId': 't.projectId', 'a.id': 't.accountId' })
    .join('posts as p', { 'p.projectId': 't.projectId', 'p.id': 't.postId' })
    .where({ 't.projectId': projectId, 't.accountId': account.id })
    .whereRaw('(a.connected_at <= ? or p.created_at < a.connected_at)', [connectedUntil])
    .limit(limit)
    .forUpdate('t')
    .skipLocked()
    .select<{ id: string; postId: string; subject: string }[]>(
      ...['t.id', 't.postId', knex.raw(`${targetSubject('t')} as subject`)],
    );
  if (rows.length === 0) return { targets: 0, emptiedPosts: 0 };
  const ids = rows.map(({ id }) => id);
  const postIds = [...new Set(rows.map(({ postId }) => postId))];
  const posts = () => knex('posts as p').connection(tx).where({ projectId }).whereIn('id', postIds);
  const targets = knex('targets as t').where({ 't.projectId': knex.ref('p.projectId'), 't.postId': knex.ref('p.id') });
  // Locked, so that the second of two parallel removals from one post finds the first target gone.
  await posts().orderBy('id').forUpdate().pluck('id');
  await forgetSubjects(
    tx,
    projectId,
    rows.map(({ subject }) => subject),
  );
  const published = targets.clone().whereIn('t.id', ids).where({ 't.status': 'published' });
  await posts().where({ hadPublished: false }).whereExists(published).update({ hadPublished: true });
  await knex('targets').connection(tx).where({ projectId }).whereIn('id', ids).delete();
  // Events of a post name all its targets; those of other targets name only their own.
  await stopRelay(tx, projectId);
  await knex('events')
    .connection(tx)
    .where({ projectId })
    .whereIn('postId', postIds)
    .where((event) => event.where({ targetId: null }).orWhereIn('targetId', ids))
    .delete();
  const emptied = await posts()
    .whereNotExists(targets)
    .update({
      content: '',
      media: '[]',
      cancelledAt: knex.raw('case when p.had_published then p.cancelled_at else coalesce(p.cancelled_at, now()) end'),
    })
    .returning<{ id: string }[]>('id');
  await deleteMediaOfPosts(
    tx,
    projectId,
    emptied.map(({ id }) => id),
  );
  await storeSettled(
    tx,
    postIds.map((postId) => ({ projectId, postId })),
  );
  return { targets: ids.length, emptiedPosts: emptied.length };
}

/**
 * Deletes up to `limit` reposts of an account with their events, releases what is held for them and
 * removes their names from the ledger. For an account connected again, only earlier ones. Returns
 * how many. Requires a transaction.
 */
export async function removeReposts(
  tx: Database,
  account: ProfileAccount,
  { connectedUntil, limit }: { readonly connectedUntil: Date; readonly limit: number },
): Promise<number> {
  const { projectId, id: accountId } = account;
  const rows = await knex('reposts as r')
    .connection(tx)
    .join('accounts as a', { 'a.projectId': 'r.projectId', 'a.id': 'r.accountId' })
    .where({ 'r.projectId': projectId, 'r.accountId': accountId })
    .whereRaw('(a.connected_at <= ? or r.created_at < a.connected_at)', [connectedUntil])
    .limit(limit)
    .forUpdate('r')
    .skipLocked()
    .select<{ platformPostId: string; subject: string }[]>(
      ...['r.platformPostId', knex.raw(`${repostSubject('r')} as subject`)],
    );
  if (rows.length === 0) return 0;
  await forgetSubjects(
    tx,
    projectId,
    rows.map(({ subject }) => subject),
  );
  const platformPostIds = rows.map(({ platformPostId }) => platformPostId);
  await knex('reposts')
    .connection(tx)
    .where({ projectId, accountId })
    .whereIn('platformPostId', platformPostIds)
    .delete();
  await stopRelay(tx, projectId);
  await knex('events')
    .connection(tx)
    .where({ projectId, accountId, postId: null })
    .whereRaw("facts ->> 'platformPostId' = any(?)", [platformPostIds])
    .delete();
  return rows.length;
}

/**
 * Deletes an account without targets and reposts, with its credential, events, directory ids and
 * used links. One event reports it with the id that callers know. `busy`: it has some again. `new`:
 * it was connected after the removal was requested and stays. Requires a transaction.
 */
export async function removeAccount(
  tx: Database,
  account: ProfileAccount,
  connectedUntil: Date,
): Promise<'removed' | 'gone' | 'new' | 'busy'> {
  const { projectId, id: accountId } = account;
  // Waits for a post that is being recorded; the next one finds no account.
  const found = await accountRow(tx, account, connectedUntil).forUpdate();
  if (found?.isNew) return 'new';
  if (found) {
    const [targets, reposts] = ['targets', 'reposts'].map((table) =>
      knex(table).where({ projectId: knex.ref('a.projectId'), accountId: knex.ref('a.id') }),
    );
    const isBusy = await knex('accounts as a')
      .connection(tx)
      .where({ 'a.projectId': projectId, 'a.id': accountId })
      .where((left) => left.whereExists(targets!).orWhereExists(reposts!))
      .first('a.id');
    if (isBusy) return 'busy';
    // Links name the account or the profile. An open link stays: it belongs to a new connection.
    await knex('connectAttempts')
      .connection(tx)
      .where({ projectId })
      .where((link) =>
        link
          .where({ accountId })
          .orWhereRaw('platform = ? and profile_id = ? and (consumed_at is not null or expires_at <= now())', [
            found.platform,
            found.profileId,
          ]),
      )
      .delete();
    await stopRelay(tx, projectId);
    await knex('events').connection(tx).where({ projectId, accountId, postId: null }).delete();
    const event = insertEvents('account', {
      type: "'account.removed'",
      platform: 'e.platform',
      facts: `jsonb_build_object('id', ?::text, 'platform', e.platform)`,
    });
    await knex('account')
      .connection(tx)
      .with(
        'account',
        knex('accounts').where({ projectId, id: accountId }).delete().returning(['projectId', 'platform']),
      )
      .with('event', knex.raw(event, [toPublicId('acc', accountId)]));
  }
  await knex('platformUsers').connection(tx).where({ projectId, accountId }).delete();
  return found ? 'removed' : 'gone';
}

/** Counts what a removal would delete. */
export async function countProfile(
  db: Database,
  { projectId, id }: ProfileAccount,
): Promise<{ readonly accounts: number; readonly targets: number }> {
  const found = await knex('accounts as a')
    .connection(db)
    .leftJoin('targets as t', { 't.projectId': 'a.projectId', 't.accountId': 'a.id' })
    .where({ 'a.projectId': projectId, 'a.id': id })
    .groupBy('a.id')
    .count<{ targets: number }[]>({ targets: 't.id' });
  return { accounts: found.length, targets: found[0]?.targets ?? 0 };
}
