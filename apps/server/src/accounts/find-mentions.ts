import type { FindMentionsResponse, Mention } from '@fanfare/contract';
import type { Clock, Http } from '@fanfare/network';
import { type Decision, noMentionLookUp, noSuch, refuse } from '@fanfare/rules';
import type { Caller } from '../callers/caller.ts';
import type { Networks } from '../config/networks.ts';
import type { Database } from '../db/database.ts';
import { errorText } from '../process/error-text.ts';
import { fromPublicId } from '../process/ids.ts';
import { findAccount } from './accounts.table.ts';
import type { TryOpenCredentialDeps } from './credentials/try-open-credential.ts';
import { callWithCredential } from './credentials/with-credential.ts';

const TIMEOUT_MS = 30_000;

export type FindMentionsDeps = TryOpenCredentialDeps & {
  readonly db: Database;
  readonly http: Http;
  readonly clock: Clock;
  readonly networks: Pick<Networks, 'adapterOf'>;
};

/** Finds who can be mentioned in a post of an account, on its network now. */
export async function findMentions(
  deps: FindMentionsDeps,
  { projectId }: Caller,
  accountId: string,
  q: string,
): Promise<Decision<{ readonly found: FindMentionsResponse }>> {
  const id = fromPublicId('acc', accountId);
  const account = id && (await findAccount(deps.db, projectId, id));
  if (!account) return refuse(noSuch('account'));
  const find = deps.networks.adapterOf(account.platform)?.findMentions;
  if (!find) return found([], noMentionLookUp(account.platform));

  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const used = await callWithCredential(deps, { projectId, accountId: id }, (opened) =>
    find({ http: deps.http, clock: deps.clock, signal, ...opened }, q),
  );
  if (used.state === 'not_open') return found([], errorText(used.error));
  if (!used.result.ok) return found([], errorText(used.result.error));
  const { mentions, failure } = used.result.result;
  return found(mentions, failure && errorText(failure));
}

const found = (mentions: readonly Mention[], error: string | null) => ({
  ok: true as const,
  found: { mentions: [...mentions], error },
});
