import type { TargetErrorDetail } from '@fanfare/contract';
import { canPublish, type FollowUp, SKIPPED, type StoredFollowUp, type TargetCost } from '@fanfare/rules';
import { lapseWhenRejected } from '../accounts/lapse-account.ts';
import { postFacts } from '../events/event-facts.ts';
import type { MockState } from '../mock-state.ts';
import { sentTo } from '../network-answers.ts';
import { settleUnits } from '../usage.ts';
import type { StoredPost, StoredTarget } from '../world.ts';
import { notActive, targetError } from './target-error.ts';

type Deps = Pick<MockState, 'world' | 'clock' | 'ids' | 'events' | 'networks' | 'timeline'>;

/** A post that follows the post of its target, as a mock remembers it. */
export type WaitingFollowUp = { -readonly [Fact in keyof StoredFollowUp]: StoredFollowUp[Fact] } & {
  readonly afterSeconds: number;
  readonly units: number;
};

export const newFollowUps = (followUps: readonly FollowUp[], { followUps: units }: TargetCost): WaitingFollowUp[] =>
  followUps.map(({ kind, index, afterSeconds }, i) => ({
    ...{ kind, index, afterSeconds, units: units[i]! },
    ...{ status: 'pending', errorDetail: null, platformPostId: null, url: null, dueAt: null },
  }));

/** Posts the rest of the chain of a live post, and its comments at their times. */
export function startFollowUps(deps: Deps, post: StoredPost, target: StoredTarget): void {
  for (const one of target.followUps) {
    if (one.status !== 'pending') continue;
    one.dueAt = new Date(deps.clock.now() + 1_000 * one.afterSeconds);
    if (one.afterSeconds === 0) run(deps, post, target, one);
    else deps.timeline.at(one.dueAt.getTime(), () => run(deps, post, target, one));
  }
}

/** Ends what was to follow a post that is not live. */
export function skipFollowUps({ world }: Pick<Deps, 'world'>, post: StoredPost, target: StoredTarget): void {
  for (const one of target.followUps) end({ world }, post, one, { errorDetail: targetError(SKIPPED) });
}

function run(deps: Deps, post: StoredPost, target: StoredTarget, one: WaitingFollowUp): void {
  const account = deps.world.accounts.get(target.accountId);
  if (!account || !canPublish(account.status)) {
    end(deps, post, one, { errorDetail: account ? notActive(account) : targetError('account_deleted') });
  } else {
    const refused = deps.networks[target.platform].takeFailure(
      one.kind === 'comment' ? 'comment' : 'publish',
      account.id,
    );
    const errorDetail = lapseWhenRejected(deps, account, refused && targetError(refused.code, refused));
    end(deps, post, one, errorDetail ? { errorDetail } : sentTo(account, deps.ids, target.draft));
  }
  writeEnd(deps, post, target, one);
  if (one.errorDetail !== null && one.kind === 'thread')
    for (const later of target.followUps)
      if (later.kind === 'thread') end(deps, post, later, { errorDetail: targetError(SKIPPED) });
}

/** Writes the event of a post that follows, once it is live or has failed. */
function writeEnd({ world, events }: Deps, post: StoredPost, target: StoredTarget, one: WaitingFollowUp): void {
  // A target whose account was removed meanwhile no longer exists.
  if (one.status === 'pending' || !post.targets.includes(target)) return;
  const of = { post: postFacts(world, post), targetId: target.id, followUp: { ...one } };
  events.write(post.projectId, { type: `follow_up.${one.status}`, ...of });
}

type End = { readonly errorDetail: TargetErrorDetail } | Pick<StoredFollowUp, 'platformPostId' | 'url'>;

function end({ world }: Pick<Deps, 'world'>, post: StoredPost, one: WaitingFollowUp, ended: End): void {
  if (one.status !== 'pending') return;
  one.status = 'errorDetail' in ended ? 'failed' : 'published';
  Object.assign(one, ended);
  const project = world.projects.get(post.projectId);
  const billed = one.status === 'published' ? one.units : 0;
  if (project) settleUnits(project, post.publishAtMs ?? post.createdAtMs, { held: one.units, billed });
}
