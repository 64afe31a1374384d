import type { Metrics } from '@fanfare/contract';
import { type AccountCall, readAnswer } from '@fanfare/network';
import { readRest } from './call-linkedin.ts';
import type { LinkedinConfig } from './config.ts';
import { grantedScope, readScopes, scopeMissing } from './social-scopes.ts';
import { isPage, restliValue } from './urn.ts';
import { MemberAnalyticsAnswer, SocialActionsAnswer, SocialMetadataAnswer } from './wire.ts';

type Counts = Pick<Metrics, 'likes' | 'comments'>;

/** LinkedIn, Member Post Statistics, version 202603 of the page, checked 2026-11. */
const MEMBER_ANALYTICS = 'r_member_postAnalytics';

/**
 * Reactions to and comments on one post. Which call is open depends on what was granted: of a
 * member's post memberCreatorPostAnalytics with the permission for it; of any other socialMetadata
 * with the newer permission, socialActions with the older one (LinkedIn, Social Metadata API and
 * Network Update Social Actions, checked 2026-11). Throws NetworkError.
 */
export async function readMetrics(call: AccountCall, config: LinkedinConfig, postUrn: string): Promise<Metrics> {
  if (!isPage(call.account.platformUserId) && call.credential.scopes.includes(MEMBER_ANALYTICS)) {
    const [likes, comments] = await Promise.all([
      readAnalytics(call, config, { postUrn, queryType: 'REACTION' }),
      readAnalytics(call, config, { postUrn, queryType: 'COMMENT' }),
    ]);
    return { views: null, likes, comments, shares: null, saves: null };
  }
  const scopes = readScopes(call.account);
  const granted = grantedScope(call.credential, scopes);
  if (granted === null) throw scopeMissing(scopes, 'metrics', call.account);
  const counts =
    granted === 'feed' ? await readMetadata(call, config, postUrn) : await readActions(call, config, postUrn);
  return { views: null, ...counts, shares: null, saves: null };
}

/** One count of a member's post, over its life. The entity is named by its kind. */
async function readAnalytics(
  call: AccountCall,
  config: LinkedinConfig,
  of: { readonly postUrn: string; readonly queryType: 'REACTION' | 'COMMENT' },
): Promise<number | null> {
  const kind = of.postUrn.startsWith('urn:li:ugcPost:') ? 'ugc' : 'share';
  const answer = await readRest(call, config, call.credential.accessToken, {
    path: `memberCreatorPostAnalytics?q=entity&entity=(${kind}:${restliValue(of.postUrn)})&queryType=${of.queryType}&aggregation=TOTAL`,
    on: 'metrics',
  });
  const { elements } = readAnswer('LinkedIn', MemberAnalyticsAnswer, answer, 'a question for counts');
  return elements[0]?.count ?? null;
}

async function readMetadata(call: AccountCall, config: LinkedinConfig, postUrn: string): Promise<Counts> {
  const answer = await readRest(call, config, call.credential.accessToken, {
    path: `socialMetadata/${restliValue(postUrn)}`,
    on: 'metrics',
  });
  const { reactionSummaries, commentSummary } = readAnswer(
    'LinkedIn',
    SocialMetadataAnswer,
    answer,
    'a question for counts',
  );
  return {
    // LIKE, PRAISE, EMPATHY and so on: each reaction is a like to a caller.
    likes: reactionSummaries ? Object.values(reactionSummaries).reduce((sum, { count }) => sum + count, 0) : null,
    comments: commentSummary?.count ?? null,
  };
}

/** The aggregated counts include reactions and replies; older answers have plain ones. */
async function readActions(call: AccountCall, config: LinkedinConfig, postUrn: string): Promise<Counts> {
  const answer = await readRest(call, config, call.credential.accessToken, {
    path: `socialActions/${restliValue(postUrn)}`,
    on: 'metrics',
  });
  const { likesSummary, commentsSummary } = readAnswer(
    'LinkedIn',
    SocialActionsAnswer,
    answer,
    'a question for counts',
  );
  return {
    likes: likesSummary?.aggregatedTotalLikes ?? likesSummary?.totalLikes ?? null,
    comments: commentsSummary?.aggregatedTotalComments ?? commentsSummary?.totalFirstLevelComments ?? null,
  };
}
