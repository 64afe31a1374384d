import type { CreatePostBody } from '@fanfare/contract';
import type { CreatedPost } from '@fanfare/rules';
import { accountRowIds, byPublicId } from '../accounts/find-accounts-by-public-id.ts';
import type { Database } from '../db/database.ts';
import type { Caller } from '../http/caller.ts';
import { fromPublicId } from '../ids.ts';
import type { JudgedAccount } from './judge-request.ts';
import type { LookUpRequest } from './look-up-together.ts';
import { findPost } from './posts.table.ts';
import type { RequestHints } from './request-hints.ts';
import { toPost } from './to-post.ts';

export type LookUpDeps = {
  readonly db: Database;
  readonly hints: RequestHints;
  readonly lookUpRequest: LookUpRequest;
};

/** What a `POST /posts` names: a key and accounts. */
export type NamingRequest = {
  readonly caller: Caller;
  readonly key: string;
  readonly bodySha256: Buffer;
  readonly body: CreatePostBody;
};

/** Accounts by the ids that the request uses. */
type Accounts = ReadonlyMap<string, JudgedAccount>;

/**
 * The accounts as the request names them. The statement that records the post checks them, as it checks the key. Null when the request should be looked up
 * first: its key has been used, it goes to a hub whose address, by which capacity is divided, is not known here, or it names a hub account twice, so that
 * the account's default space decides whether that is one post or two.
 */
export function assumeAccounts(
  { hints }: Pick<LookUpDeps, 'hints'>,
  { caller, key, body }: NamingRequest,
): Accounts | null {
  const { projectId } = caller;
  if (hints.isKeyUsed({ projectId, key })) return null;
  const accounts = new Map<string, JudgedAccount>();
  for (const { accountId, platform } of body.platforms) {
    const id = fromPublicId('acc', accountId);
    // No account has such an id.
    if (id === null) continue;
    const url = platform === 'hub' ? hints.hubOf({ projectId, id }) : null;
    if (platform === 'hub' && (url === null || accounts.has(accountId))) return null;
    accounts.set(accountId, { platform, hub: url === null ? null : { url, defaultSpaceSlug: null } });
  }
  return accounts;
}

export type KnownRequest = { readonly original: CreatedPost | null; readonly accounts: Accounts };

/**
 * What the request names: the post of its key, and its accounts. A key always returns its original, also after its account was revoked or the quota ran out.
 * Replays never wait.
 */
export async function lookUp(
  deps: LookUpDeps,
  { caller, key, bodySha256, body }: NamingRequest,
): Promise<KnownRequest> {
  const { projectId } = caller;
  const accountIds = accountRowIds(body.platforms.map(({ accountId }) => accountId));
  const { original, accounts } = await deps.lookUpRequest({ projectId, key, accountIds });
  deps.hints.noteHubs(accounts);
  if (original) deps.hints.noteKey({ projectId, key });
  const post = original && (await findPost(deps.db, projectId, original.postId));
  const isMismatch = original !== null && !original.bodySha256.equals(bodySha256);
  return { original: post && { state: 'replayed', post: toPost(post), isMismatch }, accounts: byPublicId(accounts) };
}
