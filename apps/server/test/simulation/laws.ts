import type { ModelNetwork } from './model-network.ts';
import { isOpen, type ModelRows, type ModelTarget } from './model-rows.ts';

/** What must hold, whatever happens. Whatever breaks a law is told in words. */
export type Laws = {
  /** Right before a byte leaves. */
  onFirstByte(targetId: string, effect: 'hidden' | 'public'): void;
  onDisconnected(accountId: string): void;
  /** At the end, when nothing moves any more. */
  judge(): readonly string[];
};

export function createLaws(rows: ModelRows, network: ModelNetwork): Laws {
  const broken: string[] = [];
  /** What had been recorded for an account when it was disconnected. */
  const recordedBefore = new Map<string, ReadonlySet<string>>();

  const judgeTarget = (target: ModelTarget): readonly string[] => {
    const live = network.posts.filter((post) => post.targetId === target.id);
    const code = target.errorDetail?.code ?? null;
    const found: string[] = [];
    if (live.length > 1) found.push(`${target.id} is live ${live.length} times`);
    if (!target.done) found.push(`${target.id} never settled`);
    if (target.status === 'published' && live.length !== 1)
      found.push(`${target.id} is published and live ${live.length} times`);
    if (target.status === 'failed' && code !== 'outcome_unknown' && live.length > 0) {
      found.push(`${target.id} failed with ${code} and is live`);
    }
    if (target.status === 'published' && target.platformPostId !== null) {
      const own = live.some((post) => target.platformPostId?.endsWith(post.id));
      if (!own) found.push(`${target.id} carries the id of another post, ${target.platformPostId}`);
    }
    if (rows.cancelledPosts.has(target.postId)) {
      const wasWorkedOn = [...rows.intents.values()].some((intent) => intent.targetId === target.id);
      if (wasWorkedOn || live.length > 0 || code !== 'cancelled')
        found.push(`${target.id} was cancelled and worked on`);
    }
    const billed = rows.ledger.has(target.id);
    if (billed !== (target.status === 'published'))
      found.push(`${target.id} is ${target.status} and billed: ${billed}`);
    if (rows.reservations.get(target.id) === 'held') found.push(`${target.id} still holds its reservation`);
    if (target.leaseOwner !== null) found.push(`${target.id} still has a lease`);
    const standing = standingPublishes(rows, target.id);
    if (standing > 1) found.push(`${target.id} has ${standing} open or accepted publishes in its journal`);
    return found;
  };

  return {
    onFirstByte(targetId, effect) {
      const target = rows.targets.get(targetId)!;
      const open = [...rows.intents.values()].filter((intent) => intent.targetId === targetId && isOpen(intent.state));
      const recorded = open.some((intent) => (intent.kind === 'publish') === (effect === 'public'));
      if (!recorded) broken.push(`${targetId} sent a ${effect} write that is not recorded`);
      if (target.errorDetail?.code === 'cancelled') broken.push(`${targetId} was cancelled and sent something`);
      if (standingPublishes(rows, targetId) > 1) broken.push(`${targetId} sent with two publishes in its journal`);
    },
    onDisconnected(accountId) {
      if (!recordedBefore.has(accountId)) recordedBefore.set(accountId, new Set(rows.intents.keys()));
    },
    judge() {
      for (const target of rows.targets.values()) broken.push(...judgeTarget(target));
      for (const [accountId, before] of recordedBefore) {
        const after = [...rows.intents.values()].filter(
          (intent) => rows.targets.get(intent.targetId)?.accountId === accountId && !before.has(intent.id),
        );
        for (const intent of after) broken.push(`${intent.id} was recorded after its account was disconnected`);
      }
      const published = [...rows.targets.values()].filter(({ status }) => status === 'published').length;
      if (rows.counter.reserved !== 0) broken.push(`${rows.counter.reserved} units are still reserved`);
      if (rows.counter.used !== published) broken.push(`${rows.counter.used} units are used for ${published} posts`);
      return [...new Set(broken)];
    },
  };
}

function standingPublishes(rows: ModelRows, targetId: string): number {
  const own = [...rows.intents.values()].filter((intent) => intent.targetId === targetId && intent.kind === 'publish');
  return own.filter(({ state }) => isOpen(state) || state === 'accepted').length;
}
