import { findOnHub, type HubPost, type HubWriteCall, RESEND } from '@fanfare/hub';
import { type Attempt, NetworkError, type Verdict } from '@fanfare/network';
import { findPost, isGone, readPost } from './find-own.ts';
import { heldBack } from './held-back.ts';
import { optionsOf, slugOf } from './slug-of.ts';
import type { SeenPost } from './wire.ts';

/**
 * Reads what became of a publish. A draft that is still one is published again, which makes one
 * post however often it is done. A draft that is gone proves nothing, unless a published post has
 * its slug; a slug that the caller chose may be of another post. Throws NetworkError
 * `credential_rejected`.
 */
export async function reconcile(call: HubWriteCall, attempt: Attempt<HubPost>): Promise<Verdict> {
  const { input, handle } = attempt;
  const { status, slug: ownSlug } = optionsOf(input);
  const slug = ownSlug === undefined ? slugOf(input, call.key) : null;
  const post = await findOnHub(call, attempt, {
    read: async () => {
      const found = await findOwn(call, { handle, slug });
      return found && [found];
    },
  });
  if (post?.status === 'publish')
    return { state: 'live', platformPostId: String(post.id), url: post.link, isOwn: true };
  if (post?.status === 'pending' && status === 'pending')
    return { state: 'live', platformPostId: String(post.id), url: null, isOwn: true };
  // One that is private or in the trash may have been public before.
  if (post?.status === 'pending') return { state: 'absent', error: heldBack(post) };
  if (post?.status === 'draft' && String(post.id) === handle) return refusalOf(attempt) ?? RESEND;
  return { state: 'undecided' };
}

/** 408, 425 and 429 come from something that may still pass the call on. */
const MAY_PASS: readonly string[] = ['408', '425', '429'];

/**
 * Something in front of WordPress answered each send, and the draft is still one: not published.
 */
function refusalOf({ error, earlierErrors, sends }: Attempt<HubPost>): Verdict | null {
  const errors = [...earlierErrors, error];
  const areAnswers = errors.every(
    (each) =>
      each instanceof NetworkError &&
      /^[34]\d\d$/.test(each.facts.networkCode ?? '') &&
      !MAY_PASS.includes(each.facts.networkCode ?? ''),
  );
  if (!areAnswers || errors.length !== sends || !(error instanceof NetworkError)) return null;
  const { message, ...facts } = error.facts;
  const reason = `${message} The post is still a draft: nothing was published.`;
  return { state: 'absent', error: new NetworkError({ ...facts, outcome: 'rejected', message: reason }) };
}

/** The draft or what became of it; else a published post with its slug. */
async function findOwn(
  call: HubWriteCall,
  { handle, slug }: { readonly handle: string | null; readonly slug: string | null },
): Promise<SeenPost | null> {
  try {
    if (handle !== null) return await readPost(call, handle);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  return slug === null ? null : findPost(call, { slug, status: 'publish' });
}
