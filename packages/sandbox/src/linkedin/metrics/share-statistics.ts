import type { Request } from 'express';
import type { Caller } from '../admit.ts';
import { hasRole } from '../page-roles.ts';
import { livePost, newestFirst } from '../posts/posts.ts';
import { forbiddenField, illegalArgument, invalidParameter, notPermitted, wrongUrnType } from '../restli/refusals.ts';
import { json, type Reply } from '../restli/reply.ts';
import {
  finderRefusal,
  listParameter,
  pageOf,
  type RawQuery,
  rawQuery,
  textParameter,
} from '../restli/restli-query.ts';
import { personUrn, readUrn } from '../urns.ts';
import type { Activity, Post, World } from '../world.ts';
import { activityOf, reactionCount } from './activity.ts';

const YEAR_MS = 365 * 86_400_000;
/** Until 202604 `metricType` was an object with this one key. */
const METRIC_UNION = 'com.linkedin.adsexternalapi.memberanalytics.v1.CreatorPostAnalyticsMetricTypeV1';
const METRIC_AS_TEXT_SINCE = '20260501';

/** `GET /rest/organizationalEntityShareStatistics` (LinkedIn share statistics, 2026-11). */
export function findShareStatistics(world: World, caller: Caller, req: Request): Reply {
  const query = rawQuery(req);
  const wrong = finderRefusal(query, 'organizationalEntity');
  if (wrong) return wrong;
  const organization = textParameter(query, 'organizationalEntity');
  if (organization === undefined) return illegalArgument("Parameter 'organizationalEntity' is required");
  const urn = readUrn(organization);
  if (urn?.type !== 'organization') return invalidParameter('organizationalEntity');
  if (!hasRole(world, caller.member.id, urn.id, ['ADMINISTRATOR'])) return notPermitted(caller.call);

  const shares = listParameter(query, 'shares');
  if (!shares.ok) return shares.reply;
  const ugcPosts = listParameter(query, 'ugcPosts');
  if (!ugcPosts.ok) return ugcPosts.reply;
  const misplaced =
    misplacedUrn('shares', 'share', shares.value) ?? misplacedUrn('ugcPosts', 'ugcPost', ugcPosts.value);
  if (misplaced) return misplaced;

  const counted = (post: Post) => post.author === organization && isRecent(world, post);
  if (!shares.value && !ugcPosts.value) {
    const total = statisticsOf(world, newestFirst(world).filter(counted));
    const found = pageOf(req, [{ organizationalEntity: organization, totalShareStatistics: total }]);
    return found.ok ? json(200, found.value) : found.reply;
  }
  const wanted = [...(shares.value ?? []), ...(ugcPosts.value ?? [])].flatMap((each) => livePost(world, each) ?? []);
  // A post without views and activity has no row.
  const rows = wanted
    .filter((post) => counted(post) && hasActivity(activityOf(world, post)))
    .map((post) => ({
      organizationalEntity: organization,
      [readUrn(post.urn)?.type ?? 'share']: post.urn,
      totalShareStatistics: statisticsOf(world, [post]),
    }));
  const found = pageOf(req, rows);
  return found.ok ? json(200, found.value) : found.reply;
}

/**
 * `GET
 * /rest/memberCreatorPostAnalytics?q=entity&entity=(share:…)&queryType=REACTION&aggregation=TOTAL`
 * (Microsoft Learn, LinkedIn member post statistics, li-lms-2026-03, checked 2026-11). Days one by
 * one and the numbers of all posts together (`q=me`) are not here.
 */
export function findMemberAnalytics(world: World, caller: Caller, req: Request): Reply {
  const query = rawQuery(req);
  const wrong = finderRefusal(query, 'entity');
  if (wrong) return wrong;
  const post = entityPost(world, query);
  if (post === null) return invalidParameter('entity');
  const counts: Readonly<Record<string, (of: Activity) => number>> = {
    IMPRESSION: (of) => of.impressions,
    MEMBERS_REACHED: (of) => of.impressions,
    RESHARE: (of) => of.reshares,
    REACTION: reactionCount,
    COMMENT: (of) => of.comments,
    // Nobody saves or sends posts here.
    POST_SAVE: () => 0,
    POST_SEND: () => 0,
  };
  const queryType = textParameter(query, 'queryType') ?? '';
  const count = Object.hasOwn(counts, queryType) ? counts[queryType] : undefined;
  if (!count) return invalidParameter('queryType');
  if (textParameter(query, 'aggregation') !== 'TOTAL') return invalidParameter('aggregation');
  if (!post || post.author !== personUrn(caller.member.id)) return forbiddenField('/entity');
  const element = {
    count: count(activityOf(world, post)),
    metricType: versionOf(caller) < METRIC_AS_TEXT_SINCE ? { [METRIC_UNION]: queryType } : queryType,
    targetEntity: { [post.urn.startsWith('urn:li:share:') ? 'share' : 'ugc']: post.urn },
  };
  return json(200, {
    elements: [element],
    paging: { start: 0, count: 10, links: [] },
  });
}

/** Shares and ugcPosts have separate lists. */
function misplacedUrn(name: string, type: string, urns: readonly string[] = []): Reply | null {
  const wrong = urns.find((each) => readUrn(each)?.type !== type);
  return wrong === undefined ? null : wrongUrnType(name, wrong, `urn:li:${type}`);
}

function entityPost(world: World, query: RawQuery): Post | undefined | null {
  const match = /^\((share|ugc):([^():]+)\)$/.exec(query.get('entity') ?? '');
  if (!match?.[2]) return null;
  const urn = decodeURIComponent(match[2]);
  const type = match[1] === 'ugc' ? 'ugcPost' : 'share';
  return readUrn(urn)?.type === type ? livePost(world, urn) : null;
}

/** `20260701`, the end of the call's name in refusals. */
function versionOf({ call }: Caller): string {
  return call.split('.').at(-1) ?? '';
}

function statisticsOf(world: World, posts: readonly Post[]) {
  const activities = posts.map((post) => activityOf(world, post));
  const sum = (of: (activity: Activity) => number) => activities.reduce((total, each) => total + of(each), 0);
  const impressionCount = sum(({ impressions }) => impressions);
  const clickCount = sum(({ clicks }) => clicks);
  const likeCount = sum(reactionCount);
  const commentCount = sum(({ comments }) => comments);
  const shareCount = sum(({ reshares }) => reshares);
  const acts = clickCount + likeCount + commentCount + shareCount;
  return {
    uniqueImpressionsCount: impressionCount,
    impressionCount,
    clickCount,
    likeCount,
    commentCount,
    shareCount,
    engagement: impressionCount === 0 ? 0 : acts / impressionCount,
  };
}

function hasActivity(activity: Activity): boolean {
  const { impressions, clicks, reshares, comments } = activity;
  return impressions + clicks + reshares + comments + reactionCount(activity) > 0;
}

/** Only the last twelve months are counted. */
function isRecent(world: World, post: Post): boolean {
  return post.createdAt > world.context.clock.now() - YEAR_MS;
}
