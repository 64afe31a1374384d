import type { Attempt, Call, CommentDraft } from '@fanfare/network';
import { callGraph, type Graph, sameWords } from '@fanfare/network-meta';
import { type Comment, commentsSchema } from './wire.ts';

/**
 * Whole seconds and two clocks. Generous, since an own comment of the same words below a post this young is the one that is sought, and overlooking it would
 * mean saying that nothing was posted.
 */
const CLOCK_TOLERANCE_MS = 60_000;

/** 50 comments a page is what the network allows. Meta, IG media comments reference, checked 2026-11. */
const PAGE = '50';
const MAX_PAGES = 3;

export type Looked = {
  /** Ids of the account's own comments with these words, since the intent. */
  readonly matches: readonly string[];
  /** False when there are more comments than were read. */
  readonly complete: boolean;
};

/** A username may have been changed since the account was connected, an id not. */
function isOwn(comment: Comment, { username, platformUserId, otherIds }: Call['account']): boolean {
  const names = [comment.username, comment.from?.username].map((name) => name?.toLowerCase());
  if (names.includes(username.toLowerCase())) return true;
  const id = comment.from?.id ?? null;
  return id !== null && [platformUserId, ...otherIds].includes(id);
}

/** Looks for a comment below its post, newest first, in at most three pages. Throws NetworkError. */
export async function findComment(
  call: Call,
  graph: Graph,
  { input, intendedAt }: Pick<Attempt<CommentDraft>, 'input' | 'intendedAt'>,
): Promise<Looked> {
  const matches: string[] = [];
  let after: string | undefined;
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { comments, hasMore, cursor } = await callGraph(call, graph, {
      method: 'GET',
      path: `${encodeURIComponent(input.platformPostId)}/comments`,
      params: { fields: 'id,text,timestamp,username,from', limit: PAGE, after },
      token: call.credential.accessToken,
      effect: 'read',
      answer: commentsSchema,
    });
    for (const comment of comments) {
      const isSought =
        isOwn(comment, call.account) &&
        sameWords(comment.text, input.text) &&
        !(comment.postedAt < intendedAt - CLOCK_TOLERANCE_MS);
      if (isSought && !matches.includes(comment.id)) matches.push(comment.id);
    }
    if (!hasMore) return { matches, complete: true };
    if (cursor === null) break;
    after = cursor;
  }
  return { matches, complete: false };
}
