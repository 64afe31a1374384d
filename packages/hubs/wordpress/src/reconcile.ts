import { type HubPost, type HubWriteCall, postSlug } from '@fanfare/hub';
import { type Attempt, findOnce, NetworkError, type Verdict } from '@fanfare/network';
import { findPost, isGone, readPost } from './find-own.ts';
import type { SeenPost } from './wire.ts';

/** The hub may be down for the reason for which it did not answer. */
const LOOKS_AFTER_MS = [1_000, 10_000, 40_000, 90_000];
/** A hub that still works on a publish that it did not answer has time to end it. */
const RESEND_AFTER_MS = 5_000;

/**
 * Reads what became of a publish. A draft that is still one is published again, which makes one post however often it is done. A draft that is gone proves
 * nothing, unless a published post has its slug. Throws NetworkError `credential_rejected`.
 */
export async function reconcile(call: HubWriteCall, attempt: Attempt<HubPost>): Promise<Verdict> {
  const { input, handle } = attempt;
  const slug = postSlug(input.text, call.key);
  const post = await findOnce(call, attempt, {
    looksAfterMs: LOOKS_AFTER_MS,
    read: async () => {
      try {
        const found = await findOwn(call, { handle, slug });
        return found ? [found] : 'closed';
      } catch (error) {
        call.signal.throwIfAborted();
        if (!(error instanceof NetworkError) || error.code === 'credential_rejected') throw error;
        return 'failed';
      }
    },
  });
  if (post?.status === 'publish')
    return { state: 'live', platformPostId: String(post.id), url: post.link, isOwn: true };
  if (post?.status === 'draft' && String(post.id) === handle) return { state: 'resend', afterMs: RESEND_AFTER_MS };
  return { state: 'undecided' };
}

/** The draft or what became of it; else a published post with its slug. */
async function findOwn(
  call: HubWriteCall,
  { handle, slug }: { readonly handle: string | null; readonly slug: string },
): Promise<SeenPost | null> {
  try {
    if (handle !== null) return await readPost(call, handle);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  return findPost(call, { slug, status: 'publish' });
}
