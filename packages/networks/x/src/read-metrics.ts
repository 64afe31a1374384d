import type { Metrics } from '@fanfare/contract';
import { type AccountCall, isOk, readAnswer, requireScopes } from '@fanfare/network';
import { readPosts } from './call-x.ts';
import { READ_SCOPES, type XConfig } from './config.ts';
import { toXError } from './error-table.ts';
import { requirePostId } from './post-id.ts';
import { MetricsAnswer } from './wire.ts';

/**
 * Engagement of one post (X API, post lookup, checked 2026-08). A read X charges its developers
 * for: an app without credits or a plan gets an error of the operator's. Every number is public;
 * those of `non_public_metrics` end after 30 days and are not asked for. Throws NetworkError.
 */
export async function readMetrics(call: AccountCall, config: XConfig, platformPostId: string): Promise<Metrics> {
  requireScopes('X', call.credential, READ_SCOPES, 'metrics');
  const answer = await readPosts(call, config, call.credential.accessToken, {
    path: `/2/tweets/${requirePostId(platformPostId)}`,
    fields: 'public_metrics',
  });
  const refused = () => toXError(answer, { on: 'metrics', effect: 'read', now: call.clock.now() });
  if (!isOk(answer)) throw refused();
  const { data, errors } = readAnswer('X', MetricsAnswer, answer, 'a question for the counts of a post');
  // A post that is gone is a 200 with `errors` and no `data`.
  if (data === undefined && errors !== undefined && errors.length > 0) throw refused();

  const counts = data?.public_metrics ?? {};
  return {
    views: counts.impression_count ?? null,
    likes: counts.like_count ?? null,
    comments: counts.reply_count ?? null,
    shares: sum(counts.retweet_count ?? counts.repost_count, counts.quote_count),
    saves: counts.bookmark_count ?? null,
  };
}

/** Null only where X reports neither. */
function sum(reposts: number | null | undefined, quotes: number | null | undefined): number | null {
  return reposts == null && quotes == null ? null : (reposts ?? 0) + (quotes ?? 0);
}
