import { REPOST_UNITS } from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';
import { settleComment, settleFailed } from '../posts/publish-target.ts';
import { targetError } from '../posts/target-error.ts';
import { settleUnits } from '../usage.ts';
import type { StoredAccount, StoredPost, World } from '../world.ts';

/**
 * Deletes everything that belongs to the profile of an account, in every project, its events and
 * deliveries too, and releases its reservations. A post without targets keeps its row, without
 * content, so that its key still replays: published if one of its targets ever was, cancelled
 * otherwise.
 */
export function removeProfile(
  { world, events, clock }: Pick<MockState, 'world' | 'events' | 'clock'>,
  profile: StoredAccount,
): void {
  for (const account of [...world.accounts.values()]) {
    if (account.platform !== profile.platform || account.platformUserId !== profile.platformUserId) continue;
    world.accounts.delete(account.id);
    for (const key of [...world.reposts.keys()]) if (key.startsWith(`${account.id} `)) world.reposts.delete(key);
    for (const [key, { project, startedAtMs }] of [...world.repostsUnderWay]) {
      if (!key.startsWith(`${account.id} `)) continue;
      world.repostsUnderWay.delete(key);
      settleUnits(project, startedAtMs, { held: REPOST_UNITS, billed: 0 });
    }
    const postIds = new Set<string>();
    for (const post of world.posts.values()) {
      const kept = post.targets.filter(({ accountId }) => accountId !== account.id);
      if (kept.length === post.targets.length) continue;
      postIds.add(post.id);
      for (const target of post.targets) {
        if (kept.includes(target)) continue;
        if (target.status === 'published') post.hadPublished = true;
        settleFailed({ world }, post, target, targetError('account_deleted'));
        settleComment({ world }, post, target, { error: targetError('account_deleted') });
      }
      if (kept.length === 0) forgetFilesOf(world, post);
      post.targets = kept;
      if (kept.length > 0) continue;
      if (!post.hadPublished) post.cancelledAtMs ??= clock.now();
      post.content = '';
      post.media = [];
    }
    events.forget(({ accountId, postId }) => accountId === account.id || (postId !== null && postIds.has(postId)));
    events.write(account.projectId, { type: 'account.removed', account });
  }
}

/** Deletes the hosted files that no other post with targets uses. */
function forgetFilesOf({ media, posts }: Pick<World, 'media' | 'posts'>, post: StoredPost): void {
  const others = [...posts.values()].filter((other) => other !== post && other.targets.length > 0).map(mediaText);
  const own = mediaText(post);
  for (const { id, key } of media.values())
    if (own.includes(key) && !others.some((text) => text.includes(key))) media.delete(id);
}

/** The keys of hosted files are long and random: a text that has one names the file. */
const mediaText = ({ targets }: StoredPost): string => JSON.stringify(targets.map(({ draft }) => draft.media));
