import { findOnHub, type HubPost, type HubWriteCall, RESEND } from '@fanfare/hub';
import { type Attempt, NetworkError, readAnswer, type Verdict } from '@fanfare/network';
import { readRest } from './call-humhub.ts';
import { visibilityOf } from './visibility-of.ts';
import { type HumhubPost, PostAnswer, VISIBILITY } from './wire.ts';

/**
 * Reads whether the post is out. A hidden one may be published again; a lost one proves nothing.
 */
export async function reconcile(call: HubWriteCall, attempt: Attempt<HubPost>): Promise<Verdict> {
  const { handle } = attempt;
  const seen = await findOnHub(call, attempt, {
    read: async () => {
      const post = await look(call, handle ?? '');
      return post && [post];
    },
  });
  if (seen === 'hidden') return RESEND;
  if (seen?.content.metadata.visibility !== visibilityOf(attempt.input)) return { state: 'undecided' };
  return { state: 'live', platformPostId: handle, url: seen.content.metadata.url };
}

/**
 * Null when it is gone. Some versions answer 403 to the owner (content/models/Content.php,
 * 2026-11).
 */
async function look(call: HubWriteCall, postId: string): Promise<HumhubPost | 'hidden' | null> {
  try {
    const answer = await readRest(call, { route: `post/${encodeURIComponent(postId)}`, on: 'read' });
    const post = readAnswer('HumHub', PostAnswer, answer, 'what became of the post');
    return post.content.metadata.visibility === VISIBILITY.owner ? 'hidden' : post;
  } catch (error) {
    if (error instanceof NetworkError && error.code === 'permission_missing') return 'hidden';
    if (error instanceof NetworkError && error.facts.networkCode === '404') return null;
    throw error;
  }
}
