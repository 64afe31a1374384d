import {
  type AccountCall,
  type Attempt,
  type Call,
  findOnce,
  NetworkError,
  readAnswer,
  type Verdict,
} from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import type { z } from 'zod';
import { readRest } from './call-linkedin.ts';
import type { LinkedinConfig } from './config.ts';
import { readLittleText } from './little-text.ts';
import { authorUrn, isPage, postUrl, restliValue } from './urn.ts';
import { PostsAnswer } from './wire.ts';

type SeenPost = z.output<typeof PostsAnswer>['elements'][number];

const LOOKS_AFTER_MS = [5_000, 15_000, 40_000, 90_000];
/** LinkedIn's clock and the database's may differ by this much. */
const CLOCK_TOLERANCE_MS = 5_000;

/**
 * Decides by reading whether an attempt went through. Only pages can be read
 * (r_organization_social); a member's posts are closed to everybody but LinkedIn's chosen partners
 * (LinkedIn, Posts API permissions, checked 2026-11). Exactly one post of the page with the same
 * text, the same number of media, the same reshared post and a time after the attempt counts; a
 * post that is not there proves nothing, so the verdict is never `absent`.
 */
export async function reconcilePublish(call: Call, config: LinkedinConfig, attempt: Attempt<Draft>): Promise<Verdict> {
  if (!canReadPosts(call)) return { state: 'undecided' };

  const author = authorUrn(call.account.platformUserId);
  const post = await findOnce(call, attempt, {
    looksAfterMs: LOOKS_AFTER_MS,
    read: async () => {
      const posts = await listPosts(call, config, author);
      return typeof posts === 'string' ? posts : posts.filter((each) => isSame(each, author, attempt));
    },
  });
  if (post === null) return { state: 'undecided' };
  return { state: 'live', platformPostId: post.id, url: postUrl(config.wwwUrl, post.id) };
}

/** Whether a post whose answer was lost may be found. */
const canReadPosts = ({ account, credential }: AccountCall): boolean =>
  isPage(account.platformUserId) && credential.scopes.includes('r_organization_social');

/** The page's newest posts; none when they could not be read this time. */
async function listPosts(call: Call, config: LinkedinConfig, author: string): Promise<readonly SeenPost[] | 'closed'> {
  try {
    const answer = await readRest(call, config, call.credential.accessToken, {
      path: `posts?author=${restliValue(author)}&q=author&count=50&sortBy=CREATED`,
    });
    return readAnswer('LinkedIn', PostsAnswer, answer, 'a list of posts').elements;
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    return error.code === 'permission_missing' || error.code === 'credential_rejected' ? 'closed' : [];
  }
}

function isSame(post: SeenPost, author: string, attempt: Attempt<Draft>): boolean {
  const createdAt = post.createdAt ?? post.publishedAt;
  if (createdAt === undefined || createdAt < attempt.intendedAt - CLOCK_TOLERANCE_MS) return false;
  if (post.author !== undefined && post.author !== author) return false;
  if (countMedia(post) !== attempt.input.media.length) return false;
  if (post.reshareContext?.parent !== attempt.input.options?.quotePostId) return false;
  // LinkedIn gives the commentary back as little text.
  const wanted = attempt.input.content.trim();
  return readLittleText(post.commentary).trim() === wanted || post.commentary.trim() === wanted;
}

function countMedia(post: SeenPost): number {
  return post.content?.multiImage?.images.length ?? (post.content?.media === undefined ? 0 : 1);
}
