import type { AccountRepost } from '@fanfare/contract';
import { canPublish, type Decision, REPOST_UNITS } from '@fanfare/rules';
import { lapseWhenRejected } from '../accounts/lapse-account.ts';
import { iso, type MockState } from '../mock-state.ts';
import { rulesOf } from '../network-rules.ts';
import { reserveUnits, settleUnits } from '../usage.ts';
import type { Project, StoredAccount, StoredRepost } from '../world.ts';
import { errorText, notActive, targetError } from './target-error.ts';

export type MakeRepostsDeps = Pick<
  MockState,
  'world' | 'clock' | 'ids' | 'events' | 'networks' | 'timeline' | 'traffic'
>;
export type RequestedRepost = { readonly account: StoredAccount; readonly platformPostId: string };

/**
 * Makes reposts, each once and billed once however often it is requested; one that another request
 * has under way ends here as it ends there. Refuses with `quota_exceeded` before any is made.
 */
export async function makeReposts(
  deps: MakeRepostsDeps,
  project: Project,
  asked: readonly RequestedRepost[],
): Promise<Decision<{ readonly reposts: AccountRepost[] }>> {
  const { reposts, repostsUnderWay } = deps.world;
  const isSupported = ({ account }: RequestedRepost): boolean =>
    rulesOf(account.platform)?.limits.supports.repost ?? false;
  const wanted = new Map(asked.filter(isSupported).map((repost) => [slotOf(repost), repost]));
  const free = [...wanted].filter(([slot]) => !reposts.has(slot) && !repostsUnderWay.has(slot));
  const units = free.length * REPOST_UNITS;
  const tooMuch = units > 0 ? reserveUnits(deps, project, { atMs: deps.clock.now(), units, what: 'repost' }) : null;
  if (tooMuch) return tooMuch;

  const failures = new Map<string, string>();
  const note = (slot: string, error: string | null): void => void (error === null || failures.set(slot, error));
  for (const [slot, repost] of free) {
    const end = startRepost(deps, project, slot, repost);
    if (end.isOver) note(slot, end.error);
  }
  const underWay = [...wanted.keys()].map(async (slot) => note(slot, (await repostsUnderWay.get(slot)?.ended) ?? null));
  await deps.traffic.park(Promise.all(underWay));
  const outcomes = asked.map((repost) => {
    const { id: accountId, platform } = repost.account;
    if (!isSupported(repost)) return { accountId, platform, ...without('unsupported', null) };
    const slot = slotOf(repost);
    return { accountId, platform, ...toOutcome(deps.world.reposts.get(slot), failures.get(slot) ?? null) };
  });
  return { ok: true, reposts: outcomes };
}

type Start = { readonly isOver: true; readonly error: string | null } | { readonly isOver: false };

/** Calls the network, which answers at once unless its script says otherwise. */
function startRepost(deps: MakeRepostsDeps, project: Project, slot: string, repost: RequestedRepost): Start {
  const { world, clock, networks, timeline } = deps;
  const startedAtMs = clock.now();
  const refusal = refusalOf(repost);
  const end = (): string | null => {
    const error = refusal ?? failureOf(deps, repost);
    if (error === null) {
      world.reposts.set(slot, { platformRepostId: deps.ids.digits(19), repostedAtMs: clock.now() });
    }
    settleUnits(project, startedAtMs, { held: REPOST_UNITS, billed: error === null ? REPOST_UNITS : 0 });
    writeRepostEnd(deps, repost, toOutcome(world.reposts.get(slot), error));
    return error;
  };
  const { platform, id } = repost.account;
  const delayMs = refusal === null ? networks[platform].takeDelayMs('repost', id) : 0;
  if (delayMs === 0) return { isOver: true, error: end() };
  const ended = new Promise<string | null>((resolve) => {
    timeline.at(startedAtMs + delayMs, () => {
      // The removal of its account has given back the units that were held for it.
      const isOurs = world.repostsUnderWay.delete(slot);
      resolve(isOurs ? end() : errorText(targetError('account_deleted')));
    });
  });
  world.repostsUnderWay.set(slot, { project, startedAtMs, ended });
  return { isOver: false };
}

const slotOf = ({ account, platformPostId }: RequestedRepost): string => `${account.id} ${platformPostId}`;

type Outcome = Omit<AccountRepost, 'accountId' | 'platform'>;

export const without = (status: Outcome['status'], error: string | null): Outcome => {
  return { status, platformRepostId: null, error, repostedAt: null };
};

function toOutcome(repost: StoredRepost | undefined, error: string | null): Outcome {
  if (!repost) return without('failed', error);
  const { platformRepostId, repostedAtMs } = repost;
  return { status: 'reposted', platformRepostId, error: null, repostedAt: iso(repostedAtMs) };
}

function writeRepostEnd(
  { world, events }: MakeRepostsDeps,
  { account, platformPostId }: RequestedRepost,
  { status, platformRepostId, error, repostedAt }: Outcome,
): void {
  const { id: accountId, projectId, platform, profileId } = account;
  const targets = [...world.posts.values()].flatMap((post) => post.targets);
  const target = targets.find((one) => one.accountId === accountId && one.platformPostId === platformPostId);
  events.write(projectId, {
    type: error === null ? 'repost.published' : 'repost.failed',
    repost: {
      ...{ accountId, platform, profileId, platformPostId, targetId: target?.id ?? null },
      ...{ status, platformRepostId, error, repostedAt: repostedAt === null ? null : new Date(repostedAt) },
    },
  });
}

/** Says why the network is not called; its scripts then stay for the next call. */
function refusalOf({ account }: RequestedRepost): string | null {
  return canPublish(account.status) ? null : errorText(notActive(account));
}

function failureOf(deps: MakeRepostsDeps, { account }: RequestedRepost): string | null {
  const failure = deps.networks[account.platform].takeFailure('repost', account.id);
  const error = lapseWhenRejected(deps, account, failure && targetError(failure.code, failure));
  return error && errorText(error);
}
