import type { WriteKind } from '../../../src/publishing/write-intents.table.ts';
import { judgeComment } from './judge-comment.ts';
import type { ModelNetwork } from './model-network.ts';
import { isOpen, type ModelRows, type ModelTarget, writeOf } from './model-rows.ts';

/** The invariants. A broken one is reported as a sentence. */
export type Invariants = {
  /** Right before a byte is sent. */
  onFirstByte(targetId: string, write: 'hidden' | WriteKind): void;
  onDisconnected(accountId: string): void;
  /** At the end, when nothing runs any more. */
  judge(): readonly string[];
};

export function createInvariants(rows: ModelRows, network: ModelNetwork): Invariants {
  const broken: string[] = [];
  /** The writes recorded for an account when it was disconnected. */
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
    const billed = rows.ledger.has(writeOf(target.id, 'publish'));
    if (billed !== (target.status === 'published'))
      found.push(`${target.id} is ${target.status} and billed: ${billed}`);
    for (const kind of WRITES) {
      if (rows.reservations.get(writeOf(target.id, kind)) === 'held')
        found.push(`${target.id} still holds its reservation to ${kind}`);
      const standing = standingWrites(rows, target.id, kind);
      if (standing > 1) found.push(`${target.id} has ${standing} open or accepted ${PLURALS[kind]} in its journal`);
    }
    if (target.leaseOwner !== null) found.push(`${target.id} still has a lease`);
    const events = rows.events.filter((name) => name.startsWith(`${target.id} target.`)).length;
    if (events !== (rows.cancelledPosts.has(target.postId) ? 0 : 1)) found.push(`${target.id} has ${events} events`);
    return [...found, ...judgeComment(target, rows, network)];
  };

  return {
    onFirstByte(targetId, write) {
      const target = rows.targets.get(targetId)!;
      const open = [...rows.intents.values()].filter((intent) => intent.targetId === targetId && isOpen(intent.state));
      const recorded = open.some(({ kind }) => (write === 'hidden' ? kind === 'container' : kind === write));
      if (!recorded) broken.push(`${targetId} sent a ${write} that is not recorded`);
      if (target.errorDetail?.code === 'cancelled') broken.push(`${targetId} was cancelled and sent something`);
      for (const kind of WRITES)
        if (standingWrites(rows, targetId, kind) > 1)
          broken.push(`${targetId} sent with two ${PLURALS[kind]} in its journal`);
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
      const all = [...rows.targets.values()];
      const published = all.filter(({ status }) => status === 'published').length;
      const commented = all.filter(({ commentStatus }) => commentStatus === 'published').length;
      if (rows.counter.reserved !== 0) broken.push(`${rows.counter.reserved} units are still reserved`);
      if (rows.counter.used !== published + commented)
        broken.push(`${rows.counter.used} units are used for ${published} posts and ${commented} comments`);
      return [...new Set(broken)];
    },
  };
}

const WRITES: readonly WriteKind[] = ['publish', 'comment'];
const PLURALS: Readonly<Record<WriteKind, string>> = { publish: 'publishes', comment: 'comments' };

function standingWrites(rows: ModelRows, targetId: string, kind: WriteKind): number {
  const own = [...rows.intents.values()].filter((intent) => intent.targetId === targetId && intent.kind === kind);
  return own.filter(({ state }) => isOpen(state) || state === 'accepted').length;
}
