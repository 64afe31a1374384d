import type { Metrics } from '@fanfare/contract';
import { type AccountCall, readAnswer } from '@fanfare/network';
import { readMastodon } from './call-mastodon.ts';
import type { MastodonConfig } from './config.ts';
import { requirePostId } from './post-id.ts';
import { requireScopes } from './require-scopes.ts';
import { CountsAnswer } from './wire.ts';

/**
 * Engagement of one post (Mastodon, Status entity, checked 2026-11). Mastodon counts neither views
 * nor bookmarks; quotes are counted since 4.5. Throws NetworkError.
 */
export async function readMetrics(call: AccountCall, config: MastodonConfig, platformPostId: string): Promise<Metrics> {
  requireScopes(call.credential, ['read:statuses'], 'metrics');
  const path = `/api/v1/statuses/${requirePostId(platformPostId)}`;
  const answer = await readMastodon(call, config, call.credential.accessToken, { path, on: 'metrics' });
  const counts = readAnswer('Mastodon', CountsAnswer, answer, 'a question for the counts of a post');
  return {
    views: null,
    likes: counts.favourites_count ?? null,
    comments: counts.replies_count ?? null,
    shares: sum(counts.reblogs_count, counts.quotes_count),
    saves: null,
  };
}

/** Null only where Mastodon reports neither. */
function sum(boosts: number | null | undefined, quotes: number | null | undefined): number | null {
  return boosts == null && quotes == null ? null : (boosts ?? 0) + (quotes ?? 0);
}
