import type { AccountRepost } from '@fanfare/contract';
import { canPublish, REPOST_UNITS } from '@fanfare/rules';
import { lapseWhenRejected } from '../accounts/lapse-account.ts';
import { iso, type MockState } from '../mock-state.ts';
import { POST_IDS, rulesOf } from '../network-rules.ts';
import { reserveUnits, settleUnits } from '../usage.ts';
import type { Project, StoredAccount, StoredRepost } from '../world.ts';
import { errorText, notActive, targetError } from './target-error.ts';

type Deps = Pick<MockState, 'world' | 'clock' | 'ids' | 'networks'>;
export type AskedRepost = { readonly account: StoredAccount; readonly platformPostId: string };

/** Makes reposts, each once and billed once however often it is asked for. Throws `quota_exceeded` before any is made. */
export function makeReposts(deps: Deps, project: Project, asked: readonly AskedRepost[]): AccountRepost[] {
  const now = deps.clock.now();
  const isSupported = ({ account }: AskedRepost): boolean => rulesOf(account.platform)?.limits.supports.repost ?? false;
  const open = new Set(
    asked.filter((repost) => isSupported(repost) && !deps.world.reposts.has(slotOf(repost))).map(slotOf),
  );
  if (open.size > 0) reserveUnits(project, now, open.size * REPOST_UNITS, 'repost');

  const failures = new Map<string, string>();
  for (const repost of asked) {
    const slot = slotOf(repost);
    if (!open.delete(slot)) continue;
    const error = refusalOf(deps, repost);
    if (error === null) {
      deps.world.reposts.set(slot, { platformRepostId: deps.ids.digits(19), repostedAtMs: now });
    } else failures.set(slot, error);
    settleUnits(project, now, { held: REPOST_UNITS, billed: error === null ? REPOST_UNITS : 0 });
  }
  return asked.map((repost) => {
    const { id: accountId, platform } = repost.account;
    if (!isSupported(repost)) return { accountId, platform, ...without('unsupported', null) };
    const slot = slotOf(repost);
    return { accountId, platform, ...told(deps.world.reposts.get(slot), failures.get(slot) ?? null) };
  });
}

const slotOf = ({ account, platformPostId }: AskedRepost): string => `${account.id} ${platformPostId}`;

type Outcome = Omit<AccountRepost, 'accountId' | 'platform'>;

const without = (status: Outcome['status'], error: string | null): Outcome => {
  return { status, platformRepostId: null, error, repostedAt: null };
};

function told(repost: StoredRepost | undefined, error: string | null): Outcome {
  if (!repost) return without('failed', error);
  const { platformRepostId, repostedAtMs } = repost;
  return { status: 'reposted', platformRepostId, error: null, repostedAt: iso(repostedAtMs) };
}

function refusalOf({ networks }: Deps, { account, platformPostId }: AskedRepost): string | null {
  if (!canPublish(account.status)) return errorText(notActive(account));
  const form = POST_IDS[account.platform];
  // The network is not asked: what is scripted of it is left for a post it knows.
  if (form && !form.pattern.test(platformPostId))
    return errorText(targetError('content_rejected', { message: form.refusal }));
  const failure = networks[account.platform].takeFailure('repost', account.id);
  lapseWhenRejected(account, failure?.code);
  return failure && errorText(targetError(failure.code, failure));
}
