import type { AccountRow } from '../accounts/accounts.table.ts';
import { ACCOUNT_COLUMNS } from '../accounts/named-accounts.table.ts';
import type { Database } from '../db/database.ts';
import { plainList } from '../db/plain-list.ts';

/** Names in a `POST /posts`: its idempotency key, and the row ids of its accounts. */
export type NamedByRequest = {
  readonly projectId: string;
  readonly key: string;
  readonly accountIds: readonly string[];
};

export type KnownOfRequest = {
  /** The post of the key, with the body hash of its first use; null for an unused key. */
  readonly original: { readonly postId: string; readonly bodySha256: Buffer } | null;
  /** The accounts that are in the project, with any status. */
  readonly accounts: readonly AccountRow[];
};

/** A row per account; null columns for an unused key and for an unknown account. */
type StoredLookUp = { position: number; post_id: string | null; body_sha256: Buffer } & (
  | AccountRow
  | { [Column in keyof AccountRow]: null }
);

/** Looks up requests of any projects, in their order. */
export async function lookUpRequests(db: Database, requests: readonly NamedByRequest[]): Promise<KnownOfRequest[]> {
  const asked = requests.flatMap((request, position) =>
    // A request without an account that can exist still has a key.
    (request.accountIds.length > 0 ? request.accountIds : [null]).map((accountId) => ({
      ...request,
      position,
      accountId,
    })),
  );
  const { rows } = await db.query<StoredLookUp>({
    name: 'look_up_requests',
    text: `select r.position, k.post_id, k.body_sha256, ${ACCOUNT_COLUMNS}
           from unnest($1::int[], $2::uuid[], $3::text[], $4::uuid[]) as r(position, project_id, key, account_id)
             left join idempotency_keys k on k.project_id = r.project_id and k.key = r.key
             left join accounts a on a.project_id = r.project_id and a.id = r.account_id`,
    values: [
      plainList(asked.map(({ position }) => position)),
      plainList(asked.map(({ projectId }) => projectId)),
      asked.map(({ key }) => key),
      asked.map(({ accountId }) => accountId),
    ],
  });
  const known = requests.map(() => ({ original: null as KnownOfRequest['original'], accounts: [] as AccountRow[] }));
  for (const { position, post_id: postId, body_sha256: bodySha256, ...account } of rows) {
    const of = known[position]!;
    if (postId !== null) of.original = { postId, bodySha256 };
    if (account.id !== null) of.accounts.push(account);
  }
  return known;
}
