import {
  type Clock,
  type Credential,
  type Http,
  NetworkError,
  type OAuthConnect,
  type Profile,
} from '@fanfare/network';
import { allowsAccount, type ConnectResult, planOf, takesPlace } from '@fanfare/rules';
import { findProject, lockWorkspace } from '../../callers/projects/projects.table.ts';
import type { Database, DatabasePool } from '../../db/database.ts';
import { isRefusedContent } from '../../db/refused-content.ts';
import { retryTransient } from '../../db/retry-transient.ts';
import { type Ids, toPublicId } from '../../process/ids.ts';
import type { KeyRing } from '../../process/key-ring.ts';
import type { Logger } from '../../process/log/log.ts';
import { type AccountRow, countConnectedAccounts, findProfileAccount } from '../accounts.table.ts';
import { findCopies } from '../credentials/credentials.table.ts';
import { storeCredential } from '../credentials/store-credential.ts';
import { type Grant, storeAccount, storing } from '../store-account.ts';
import { type ConnectAttempt, setConnectedAccount } from './connect-attempts.table.ts';

const EXCHANGE_TIMEOUT_MS = 30_000;

export type FinishDeps = {
  readonly db: DatabasePool;
  readonly ids: Ids;
  readonly http: Http;
  readonly clock: Clock;
  readonly log: Logger;
  readonly keyRing: KeyRing;
};

type Granted = { readonly code: string; readonly redirectUri: string; readonly codeVerifier: string | null };

/**
 * Exchanges the code, reads the profiles, and stores one account per profile, the person first. The
 * code is exchanged only once: if its answer is lost, the user starts over.
 */
export async function finishConnect(
  deps: FinishDeps,
  connect: OAuthConnect,
  attempt: ConnectAttempt,
  granted: Granted,
): Promise<ConnectResult> {
  const io = { http: deps.http, clock: deps.clock, signal: AbortSignal.timeout(EXCHANGE_TIMEOUT_MS) };
  let credential: Credential;
  let profiles: readonly [Profile, ...Profile[]];
  try {
    credential = await connect.exchange(io, granted);
    const answer = await connect.profiles(io, credential);
    if (!answer.ok) {
      deps.log.info({ platform: attempt.platform, reason: answer.reason }, 'connect refused');
      return { ok: false, reason: answer.reason };
    }
    profiles = answer.profiles;
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    deps.log.warn(
      { platform: attempt.platform, facts: { ...error.facts, cause: undefined } },
      'connect failed at the network',
    );
    return { ok: false, reason: reasonOf(error) };
  }
  // The network returns a new credential only once.
  try {
    return await retryTransient(() =>
      deps.db.transaction((tx) => storeAccounts(deps, tx, attempt, credential, profiles)),
    );
  } catch (error) {
    if (!isRefusedContent(error)) throw error;
    deps.log.error({ platform: attempt.platform, err: error }, 'a new credential could not be stored');
    return { ok: false, reason: 'exchange_failed' };
  }
}

function reasonOf(error: NetworkError): 'network_unavailable' | 'permissions_missing' | 'exchange_failed' {
  if (error.code === 'network_unavailable' || error.code === 'rate_limited') return 'network_unavailable';
  if (error.code === 'permission_missing') return 'permissions_missing';
  return 'exchange_failed';
}

async function storeAccounts(
  deps: FinishDeps,
  tx: Database,
  attempt: ConnectAttempt,
  credential: Credential,
  profiles: readonly [Profile, ...Profile[]],
): Promise<ConnectResult> {
  const project = await findProject(tx, attempt.projectId);
  if (!project) return { ok: false, reason: 'exchange_failed' };
  // No other connect of the workspace may count or add in between.
  await lockWorkspace(tx, project.workspaceId);
  const plan = planOf(project.plan);
  let connected = await countConnectedAccounts(tx, project.workspaceId);
  const granted = { credential, grantId: deps.ids.uuid() };
  const stored: AccountRow[] = [];
  let grantBefore: string | null = null;
  for (const profile of profiles) {
    const known = await findProfileAccount(tx, attempt.projectId, attempt.platform, profile.platformUserId);
    if (takesPlace(known?.status ?? null)) {
      if (!allowsAccount(plan, connected)) {
        // The person decides about the flow. Pages beyond the cap are left out.
        if (stored.length === 0) return { ok: false, reason: 'account_limit_reached' };
        continue;
      }
      connected++;
    }
    const { projectId, platform, profileId } = attempt;
    const toStore = { projectId, platform, profileId, profile, hub: null };
    const { account, replacedGrant } = await storeAccount(deps, tx, toStore, granted);
    // Only the person's: a page may use the consent of another member, who keeps it.
    if (stored.length === 0) grantBefore = replacedGrant;
    stored.push(account);
  }
  if (grantBefore !== null) await replaceCopies(deps, tx, attempt.projectId, granted, stored, grantBefore);
  const [first, ...pages] = stored;
  if (!first) return { ok: false, reason: 'account_limit_reached' };
  await setConnectedAccount(tx, attempt.id, first.id);
  return {
    ok: true,
    accountId: toPublicId('acc', first.id),
    platform: attempt.platform,
    username: first.username,
    pages: pages.map(({ username }) => username),
  };
}

/**
 * Gives the new credential also to accounts with a copy of the old one that were not in the list of
 * the network (LinkedIn throttles it): a new consent can end old tokens. Their status stays.
 */
async function replaceCopies(
  deps: FinishDeps,
  tx: Database,
  projectId: string,
  granted: Grant,
  stored: readonly AccountRow[],
  grantBefore: string,
): Promise<void> {
  const storedIds = stored.map(({ id }) => id);
  for (const accountId of await findCopies(tx, projectId, grantBefore, storedIds)) {
    await storeCredential(storing(deps), tx, { projectId, accountId }, granted);
  }
}
