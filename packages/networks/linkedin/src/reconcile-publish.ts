import { type Attempt, type Call, NetworkError, readAnswer, type Verdict } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import type { z } from 'zod';
import { readRest } from './call-linkedin.ts';
import type { LinkedinConfig } from './config.ts';
import { readLittleText } from './little-text.ts';
import { authorUrn, isPage, postUrl, restliValue } from './urn.ts';
import { PostsAnswer } from './wire.ts';

type SeenPost = z.output<typeof PostsAnswer>['elements'][number];

/** When the page's posts are read, counted from the attempt: a fresh post may take a while to be listed. */
const LOOKS_AFTER_MS = [5_000, 15_000, 40_000, 90_000];
/** LinkedIn's clock and the database's may differ by this much. */
const CLOCK_TOLERANCE_MS = 5_000;

/**
 * Decides by reading whether an attempt went through. Only pages can be read (r_organization_social); a member's posts are closed to
 * everybody but LinkedIn's chosen partners (LinkedIn, Posts API permissions, checked 2026-11). Exactly one post of the page with the same text,
 * the same number of media and a time after the attempt counts; silence proves nothing, so that the answer is never `absent`.
 */
export async function reconcilePublish(call: Call, config: LinkedinConfig, attempt: Attempt<Draft>): Promise<Verdict> {
  const { platformUserId } = call.account;
  if (!isPage(platformUserId) || !call.credential.scopes.includes('r_organization_social'))
    return { state: 'undecided' };

  const author = authorUrn(platformUserId);
  const attemptedAt = call.clock.now() - attempt.agoMs;
  for (const afterMs of looksLeft(attempt.agoMs)) {
    const untilLookMs = attemptedAt + afterMs - call.clock.now();
    if (untilLookMs > 0) await call.clock.sleep(untilLookMs, call.signal);

    const posts = await listPosts(call, config, author);
    if (posts === 'forbidden') return { state: 'undecided' };
    const [match, another] = posts.filter((post) => isSame(post, author, attempt));
    if (another !== undefined) return { state: 'undecided' };
    if (match !== undefined) return { state: 'live', platformPostId: match.id, url: postUrl(config.wwwUrl, match.id) };
  }
  return { state: 'undecided' };
}

/** After a crash the looks that were missed are worth one, at once. */
function looksLeft(elapsedMs: number): readonly number[] {
  const ahead = LOOKS_AFTER_MS.filter((afterMs) => afterMs > elapsedMs);
  return ahead.length === LOOKS_AFTER_MS.length ? ahead : [elapsedMs, ...ahead];
}

/** The page's newest posts; none when they could not be read this time. */
async function listPosts(
  call: Call,
  config: LinkedinConfig,
  author: string,
): Promise<readonly SeenPost[] | 'forbidden'> {
  try {
    const answer = await readRest(call, config, call.credential.accessToken, {
      path: `posts?author=${restliValue(author)}&q=author&count=50&sortBy=CREATED`,
    });
    return readAnswer('LinkedIn', PostsAnswer, answer, 'a list of posts').elements;
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    return error.code === 'permission_missing' || error.code === 'credential_rejected' ? 'forbidden' : [];
  }
}

function isSame(post: SeenPost, author: string, attempt: Attempt<Draft>): boolean {
  const createdAt = post.createdAt ?? post.publishedAt;
  if (createdAt === undefined || createdAt < attempt.intendedAt - CLOCK_TOLERANCE_MS) return false;
  if (post.author !== undefined && post.author !== author) return false;
  if (countMedia(post) !== attempt.input.media.length) return false;
  // LinkedIn gives the commentary back as little text.
  const wanted = attempt.input.content.trim();
  return readLittleText(post.commentary).trim() === wanted || post.commentary.trim() === wanted;
}

function countMedia(post: SeenPost): number {
  return post.content?.multiImage?.images.length ?? (post.content?.media === undefined ? 0 : 1);
}
