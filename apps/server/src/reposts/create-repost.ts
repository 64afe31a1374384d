import type { CreateRepostBody, CreateRepostResponse, FieldError, Platform } from '@fanfare/contract';
import { namePost, type PostNames, summarise } from '@fanfare/rules';
import { type AccountRow, findAccounts } from '../accounts/accounts.table.ts';
import { RequestError } from '../http/request-error.ts';
import { fromPublicId, toPublicId } from '../ids.ts';
import type { Networks } from '../networks.ts';
import type { Caller } from '../projects/api-keys.table.ts';
import { type MakeRepostsDeps, makeReposts } from './make-reposts.ts';
import { toRepost } from './to-repost.ts';

/**
 * One `POST /reposts`: a post the service need not have published, reshared by each account. The order of refusals is the one of a publish: shape,
 * accounts, platforms, quota.
 */
export async function createRepost(
  deps: MakeRepostsDeps,
  caller: Caller,
  body: CreateRepostBody,
): Promise<CreateRepostResponse> {
  const post = readPost(deps.networks, body);
  for (;;) {
    const accounts = await accountsOf(deps, caller.projectId, body.accountIds);
    refuseOthers(accounts, post.platform);
    const reposts = accounts.map(({ id, platform }) => ({
      accountId: id,
      platform,
      platformPostId: post.platformPostId,
    }));
    const made = await makeReposts(deps, caller, reposts);
    // Looked for again, the account is missed as any that never was.
    if (made.state === 'account_removed') continue;
    return { reposts: reposts.map((repost, i) => toRepost(repost, made.outcomes[i]!)) };
  }
}

function readPost(networks: Networks, body: CreateRepostBody): { platform: Platform; platformPostId: string } {
  const readers = networks.platforms.flatMap((platform): PostNames[] => {
    const { readPostUrl, postIdProblem } = networks.adapterOf(platform) ?? {};
    return readPostUrl ? [{ platform, readPostUrl, ...(postIdProblem && { postIdProblem }) }] : [];
  });
  const post = namePost(readers, body);
  if (post.ok) return post;
  throw new RequestError(post.refusal);
}

/** The accounts by the ids the request uses, in its order. Malformed, unknown and foreign ids are alike. */
async function accountsOf(
  { db }: Pick<MakeRepostsDeps, 'db'>,
  projectId: string,
  accountIds: readonly string[],
): Promise<readonly AccountRow[]> {
  const uuids = accountIds.flatMap((id) => fromPublicId('acc', id) ?? []);
  const rows = await findAccounts(db, projectId, [...new Set(uuids)]);
  const byId = new Map(rows.map((row) => [toPublicId('acc', row.id), row]));
  const missing = accountIds.flatMap((accountId, i): FieldError[] => {
    const message = `There is no account ${accountId} in this project.`;
    return byId.has(accountId) ? [] : [{ path: `accountIds[${i}]`, message, accountId }];
  });
  if (missing.length > 0)
    throw new RequestError({ code: 'account_not_found', message: summarise(missing), details: missing });
  return accountIds.map((id) => byId.get(id)!);
}

function refuseOthers(accounts: readonly AccountRow[], platform: Platform): void {
  const details = accounts.flatMap((account, i): FieldError[] => {
    if (account.platform === platform) return [];
    const accountId = toPublicId('acc', account.id);
    const message = `Account ${accountId} is on ${account.platform}, and the post is on ${platform}.`;
    return [{ path: `accountIds[${i}]`, message, platform, accountId }];
  });
  if (details.length > 0) throw new RequestError({ code: 'platform_mismatch', message: summarise(details), details });
}
