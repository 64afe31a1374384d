import type { CreatePostBody } from '@fanfare/contract';
import type { CreatedPost } from '@fanfare/rules';
import { accountRowIds, byPublicId } from '../accounts/find-accounts-by-public-id.ts';
import type { Caller } from '../callers/caller.ts';
import type { Database } from '../db/database.ts';
import type { JudgedAccount } from './judge-request.ts';
import type { LookUpRequest } from './look-up-together.ts';
import { findPost } from './posts.table.ts';
import { toPost } from './to-post.ts';

export type LookUpDeps = {
  readonly db: Database;
  readonly lookUpRequest: LookUpRequest;
};

/** Names in a `POST /posts`: a key and accounts. */
export type NamingRequest = {
  readonly caller: Caller;
  readonly key: string;
  readonly bodySha256: Buffer;
  readonly body: CreatePostBody;
};

export type KnownRequest = {
  readonly original: CreatedPost | null;
  /** Accounts by the ids of the request. */
  readonly accounts: ReadonlyMap<string, JudgedAccount>;
};

/**
 * Finds the post of the request's key, and its accounts. A key always returns its original, even
 * after its account was revoked or the quota ran out. Replays never wait.
 */
export async function lookUp(
  deps: LookUpDeps,
  { caller, key, bodySha256, body }: NamingRequest,
): Promise<KnownRequest> {
  const { projectId } = caller;
  const accountIds = accountRowIds(body.platforms.map(({ accountId }) => accountId));
  const { original, accounts } = await deps.lookUpRequest({ projectId, key, accountIds });
  const post = original && (await findPost(deps.db, projectId, original.postId));
  const isMismatch = original !== null && !original.bodySha256.equals(bodySha256);
  return { original: post && { state: 'replayed', post: toPost(post), isMismatch }, accounts: byPublicId(accounts) };
}
