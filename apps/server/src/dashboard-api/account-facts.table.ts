import type { Database } from '../db/database.ts';

export type AccountStateRow = {
  readonly id: string;
  readonly statusSince: Date;
  /** When the account stops working unless somebody connects it again. */
  readonly endsAt: Date | null;
};

export type AccountFactsRow = AccountStateRow & {
  readonly scopes: readonly string[];
  readonly lastPublished: { readonly postId: string; readonly at: Date; readonly url: string | null } | null;
};

/** As the event `account.expiring` sees it: the end is near only where no renewal moves it. */
const STATE = `a.id, a.status_since as "statusSince",
             case when a.status = 'active' and (c.renew_at is null or c.renew_at >= c.ends_at or c.end_is_fixed) then c.ends_at end as "endsAt"`;
const WITH_CREDENTIAL = `accounts a left join credentials c on c.project_id = a.project_id and c.account_id = a.id`;

export async function listAccountStates(db: Database, projectId: string): Promise<AccountStateRow[]> {
  const { rows } = await db.query<AccountStateRow>({
    text: `select ${STATE} from ${WITH_CREDENTIAL} where a.project_id = $1 order by a.id`,
    values: [projectId],
  });
  return rows;
}

/** Null when the project has no such account. */
export async function findAccountFacts(db: Database, projectId: string, id: string): Promise<AccountFactsRow | null> {
  const { rows } = await db.query<
    AccountStateRow & { scopes: string[] | null; postId: string | null; publishedAt: Date; url: string | null }
  >({
    text: `select ${STATE}, c.scopes, t.post_id as "postId", t.published_at as "publishedAt", t.url
           from ${WITH_CREDENTIAL}
             left join lateral (
               select post_id, published_at, url from targets
               where project_id = a.project_id and account_id = a.id and status = 'published' order by published_at desc limit 1) t on true
           where a.project_id = $1 and a.id = $2`,
    values: [projectId, id],
  });
  const [row] = rows;
  if (!row) return null;
  const { statusSince, endsAt, scopes, postId, publishedAt, url } = row;
  const lastPublished = postId === null ? null : { postId, at: publishedAt, url };
  return { id: row.id, statusSince, endsAt, scopes: scopes ?? [], lastPublished };
}
