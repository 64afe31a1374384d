import type { HubPost, HubWriteCall } from '@fanfare/hub';
import { type Attempt, findOnce, NetworkError, readAnswer, type Verdict } from '@fanfare/network';
import { readRest } from './call-humhub.ts';
import { type HumhubPost, PostAnswer, VISIBILITY } from './wire.ts';

const LOOKS_AFTER_MS = [1_000, 10_000, 40_000, 90_000];
/** A hub that still works on a call that it did not answer has time to end it. */
const RESEND_AFTER_MS = 5_000;

/** Reads whether the post is public. While it is hidden, making it public again is safe. A post that is gone proves nothing. */
export async function reconcile(call: HubWriteCall, attempt: Attempt<HubPost>): Promise<Verdict> {
  const { handle } = attempt;
  const seen = await findOnce(call, attempt, {
    looksAfterMs: LOOKS_AFTER_MS,
    read: async () => {
      try {
        return [await look(call, handle ?? '')];
      } catch (error) {
        call.signal.throwIfAborted();
        if (!(error instanceof NetworkError) || error.code === 'credential_rejected') throw error;
        return error.facts.networkCode === '404' ? 'closed' : 'failed';
      }
    },
  });
  if (seen === 'hidden') return { state: 'resend', afterMs: RESEND_AFTER_MS };
  if (seen?.content.metadata.visibility !== VISIBILITY.public) return { state: 'undecided' };
  return { state: 'live', platformPostId: handle, url: seen.content.metadata.url };
}

/** Some versions of HumHub do not show a hidden post to its owner either, who then gets 403 (content/models/Content.php, canView, checked 2026-11). */
async function look(call: HubWriteCall, postId: string): Promise<HumhubPost | 'hidden'> {
  try {
    const answer = await readRest(call, `post/${encodeURIComponent(postId)}`);
    const post = readAnswer('HumHub', PostAnswer, answer, 'what became of the post');
    return post.content.metadata.visibility === VISIBILITY.owner ? 'hidden' : post;
  } catch (error) {
    if (error instanceof NetworkError && error.code === 'permission_missing') return 'hidden';
    throw error;
  }
}
