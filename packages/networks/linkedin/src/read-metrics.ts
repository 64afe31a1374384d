import type { Metrics } from '@fanfare/contract';
import type { AccountCall } from '@fanfare/network';
import { readRest } from './call-linkedin.ts';
import type { LinkedinConfig } from './config.ts';
import { grantedScope, readScopes, scopeMissing } from './social-scopes.ts';
import { restliValue } from './urn.ts';
import { readAnswer, SocialActionsAnswer, SocialMetadataAnswer } from './wire.ts';

type Counts = Pick<Metrics, 'likes' | 'comments'>;

/**
 * Reactions to and comments on one post; LinkedIn gives an app like this one nothing else. Which of two calls is open depends on what was granted:
 * socialMetadata with the newer permission, socialActions with the older one (LinkedIn, Social Metadata API and Network Update Social Actions, checked
 * 2026-11). Throws NetworkError.
 */
export async function readMetrics(call: AccountCall, config: LinkedinConfig, postUrn: string): Promise<Metrics> {
  const scopes = readScopes(call.account);
  const granted = grantedScope(call.credential, scopes);
  if (granted === null) throw scopeMissing(scopes, 'metrics', call.account);
  const counts =
    granted === 'feed' ? await readMetadata(call, config, postUrn) : await readActions(call, config, postUrn);
  return { views: null, ...counts, shares: null, saves: null };
}

async function readMetadata(call: AccountCall, config: LinkedinConfig, postUrn: string): Promise<Counts> {
  const answer = await readRest(call, config, call.credential.accessToken, {
    path: `socialMetadata/${restliValue(postUrn)}`,
    on: 'metrics',
  });
  const { reactionSummaries, commentSummary } = readAnswer(SocialMetadataAnswer, answer, 'a question for counts');
  return {
    // LIKE, PRAISE, EMPATHY and so on: each reaction is a like to a caller.
    likes: reactionSummaries ? Object.values(reactionSummaries).reduce((sum, { count }) => sum + count, 0) : null,
    comments: commentSummary?.count ?? null,
  };
}

/** The aggregated counts hold every reaction and every reply; the plain ones are what older answers have. */
async function readActions(call: AccountCall, config: LinkedinConfig, postUrn: string): Promise<Counts> {
  const answer = await readRest(call, config, call.credential.accessToken, {
    path: `socialActions/${restliValue(postUrn)}`,
    on: 'metrics',
  });
  const { likesSummary, commentsSummary } = readAnswer(SocialActionsAnswer, answer, 'a question for counts');
  return {
    likes: likesSummary?.aggregatedTotalLikes ?? likesSummary?.totalLikes ?? null,
    comments: commentsSummary?.aggregatedTotalComments ?? commentsSummary?.totalFirstLevelComments ?? null,
  };
}
