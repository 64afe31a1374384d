import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';

export type AccountStateRow = {
  readonly id: string;
  readonly statusSince: Date;
  /** Time when the account stops working unless it is connected again. */
  readonly endsAt: Date | null;
  readonly subscription: string | null;
};

export type AccountFactsRow = AccountStateRow & {
  readonly scopes: readonly string[];
  readonly lastPublished: { readonly postId: string; readonly at: Date; readonly url: string | null } | null;
};

/** End of the account, near only if no renewal moves it, as in the event `account.expiring`. */
const ENDS_AT = `case when a.status = 'active' and (c.renew_at is null or c.renew_at >= c.ends_at or c.end_is_fixed)
  then c.ends_at end as ends_at`;

const states = (db: Database, projectId: string) =>
  knex('accounts as a')
    .connection(db)
    .leftJoin('credentials as c', { 'c.projectId': 'a.projectId', 'c.accountId': 'a.id' })
    .where({ 'a.projectId': projectId })
    .select<AccountStateRow[]>('a.id', 'a.statusSince', 'a.subscription', knex.raw(ENDS_AT));

export async function listAccountStates(db: Database, projectId: string): Promise<AccountStateRow[]> {
  return states(db, projectId).orderBy('a.id');
}

/** Finds the facts of an account; null when the project has none with this id. */
export async function findAccountFacts(db: Database, projectId: string, id: string): Promise<AccountFactsRow | null> {
  const last = knex('targets')
    .where({ projectId: knex.ref('a.projectId'), accountId: knex.ref('a.id'), status: 'published', follows: null })
    .orderBy('publishedAt', 'desc')
    .limit(1);
  const found = await states(db, projectId)
    .leftJoin(knex.raw('lateral ? t', [last]), knex.raw('true'))
    .where({ 'a.id': id })
    .first<
      | (AccountStateRow & { scopes: string[] | null; postId: string | null; publishedAt: Date; url: string | null })
      | undefined
    >('c.scopes', 't.postId', 't.publishedAt', 't.url');
  if (!found) return null;
  const { scopes, postId, publishedAt, url, ...state } = found;
  const lastPublished = postId === null ? null : { postId, at: publishedAt, url };
  return { ...state, scopes: scopes ?? [], lastPublished };
}
