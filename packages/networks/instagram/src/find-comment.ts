import type { Attempt, Call, CommentDraft } from '@fanfare/network';
import { callGraph, type Graph, isSameText } from '@fanfare/network-meta';
import { type Comment, commentsSchema } from './wire.ts';

/**
 * Timestamps have whole seconds, and two clocks differ. Generous, since an own comment with the
 * same words below a post this young is the wanted one, and missing it would mean to report that
 * nothing was posted.
 */
const CLOCK_TOLERANCE_MS = 60_000;

/** 50 comments a page at most. Meta, IG media comments reference, checked 2026-11. */
const PAGE = '50';
const MAX_PAGES = 3;

export type CommentSearch = {
  /** Ids of the account's own comments with these words, since the intent. */
  readonly matches: readonly string[];
  /** Whether another name wrote the same words: perhaps the account itself, renamed. */
  readonly foundUnderOtherName: boolean;
  /** False when there are more comments than were read. */
  readonly complete: boolean;
};

/** A name is missing in the account's own comments only. Meta, IG comment reference, 2026-11. */
const isOwn = (comment: Comment, { username }: Call['account']): boolean =>
  comment.username === null || comment.username.toLowerCase() === username.toLowerCase();

/** Looks for a comment below its post, newest first, in three pages. Throws NetworkError. */
export async function findComment(
  call: Call,
  graph: Graph,
  { input, intendedAt }: Pick<Attempt<CommentDraft>, 'input' | 'intendedAt'>,
): Promise<CommentSearch> {
  const matches: string[] = [];
  let foundUnderOtherName = false;
  let after: string | undefined;
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { comments, hasMore, cursor } = await callGraph(call, graph, {
      method: 'GET',
      path: `${encodeURIComponent(input.platformPostId)}/comments`,
      params: { fields: 'id,text,timestamp,username', limit: PAGE, after },
      token: call.credential.accessToken,
      effect: 'read',
      answer: commentsSchema,
    });
    for (const comment of comments) {
      const isWanted = isSameText(comment.text, input.text) && !(comment.postedAt < intendedAt - CLOCK_TOLERANCE_MS);
      if (!isWanted || matches.includes(comment.id)) continue;
      if (isOwn(comment, call.account)) matches.push(comment.id);
      else foundUnderOtherName = true;
    }
    if (!hasMore) return { matches, foundUnderOtherName, complete: true };
    if (cursor === null) break;
    after = cursor;
  }
  return { matches, foundUnderOtherName, complete: false };
}
