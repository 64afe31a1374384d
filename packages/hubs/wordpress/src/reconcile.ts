import { findOnHub, type HubPost, type HubWriteCall, postSlug, RESEND } from '@fanfare/hub';
import type { Attempt, Verdict } from '@fanfare/network';
import { findPost, isGone, readPost } from './find-own.ts';
import type { SeenPost } from './wire.ts';

/**
 * Reads what became of a publish. A draft that is still one is published again, which makes one post however often it is done. A draft that is gone proves
 * nothing, unless a published post has its slug. Throws NetworkError `credential_rejected`.
 */
export async function reconcile(call: HubWriteCall, attempt: Attempt<HubPost>): Promise<Verdict> {
  const { input, handle } = attempt;
  const slug = postSlug(input.text, call.key);
  const post = await findOnHub(call, attempt, {
    read: async () => {
      const found = await findOwn(call, { handle, slug });
      return found && [found];
    },
  });
  if (post?.status === 'publish')
    return { state: 'live', platformPostId: String(post.id), url: post.link, isOwn: true };
  if (post?.status === 'draft' && String(post.id) === handle) return RESEND;
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
