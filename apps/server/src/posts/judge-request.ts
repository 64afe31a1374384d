import type { CreatePostBody } from '@fanfare/contract';
import { type JudgedPost, judgePost, type Laws } from '@fanfare/rules';
import { findAccounts } from '../accounts/accounts.table.ts';
import type { Database } from '../db/database.ts';
import { RequestError } from '../http/request-error.ts';
import { fromPublicId, toPublicId } from '../ids.ts';
import type { Networks } from '../networks.ts';

export type JudgeDeps = {
  readonly db: Database;
  readonly networks: Networks;
  readonly isHostAllowed: Laws['isHostAllowed'];
  readonly now: () => Date;
};

const PAST_TOLERANCE_MS = 60_000;

/**
 * Steps 1 to 4 of spec 4.5 that need more than the shape: the time, the accounts, their platforms, the content. Throws the refusal of the first three;
 * content violations come with the judged post, since a dry run shows them beside the cost.
 */
export async function judgeRequest(
  deps: JudgeDeps,
  projectId: string,
  body: Pick<CreatePostBody, 'content' | 'mediaItems' | 'platforms' | 'publishAt'>,
): Promise<JudgedPost> {
  refusePast(body.publishAt, deps.now());
  const accounts = await accountsOf(deps, projectId, body.platforms);
  const judged = judgePost({ accounts, rulesOf: deps.networks.rulesOf, isHostAllowed: deps.isHostAllowed }, body);
  if (!judged.ok) throw new RequestError(judged.refusal);
  return judged.post;
}

/** The accounts a request names, by the ids it uses. Malformed, unknown and foreign ids are alike: not in the map. */
async function accountsOf(
  deps: JudgeDeps,
  projectId: string,
  targets: CreatePostBody['platforms'],
): Promise<Laws['accounts']> {
  const uuids = targets.flatMap(({ accountId }) => fromPublicId('acc', accountId) ?? []);
  const rows = await findAccounts(deps.db, projectId, [...new Set(uuids)]);
  return new Map(rows.map((row) => [toPublicId('acc', row.id), row]));
}

function refusePast(publishAt: string | undefined, now: Date): void {
  if (publishAt === undefined || Date.parse(publishAt) >= now.getTime() - PAST_TOLERANCE_MS) return;
  const message = `publishAt lies in the past (it is ${now.toISOString()} now). Give a time in the future, or leave it out to publish at once.`;
  throw new RequestError({ code: 'invalid_request', message, details: [{ path: 'publishAt', message }] });
}
