import type { Request } from 'express';
import type { Caller } from './admit.ts';
import { hasRole } from './page-roles.ts';
import { livePost, newestFirst } from './posts.ts';
import { forbiddenField, illegalArgument, invalidParameter, notPermitted, wrongUrnType } from './refusals.ts';
import { json, type Reply } from './reply.ts';
import { finderRefusal, listParameter, pageOf, type RawQuery, rawQuery, textParameter } from './restli-query.ts';
import { reactionCount } from './social-counts.ts';
import { personUrn, readUrn } from './urns.ts';
import type { Post, World } from './world.ts';

const YEAR_MS = 365 * 86_400_000;

/** `GET /rest/organizationalEntityShareStatistics` (Microsoft Learn, LinkedIn organization share statistics, checked 2026-11). */
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
    const total = statisticsOf(newestFirst(world).filter(counted));
    const found = pageOf(req, [{ organizationalEntity: organization, totalShareStatistics: total }]);
    return found.ok ? json(200, found.value) : found.reply;
  }
  const wanted = [...(shares.value ?? []), ...(ugcPosts.value ?? [])].flatMap((each) => livePost(world, each) ?? []);
  // A post nobody has seen or touched has no row at all.
  const rows = wanted
    .filter((post) => counted(post) && hasActivity(post))
    .map((post) => ({
      organizationalEntity: organization,
      [readUrn(post.urn)?.type ?? 'share']: post.urn,
      totalShareStatistics: statisticsOf([post]),
    }));
  const found = pageOf(req, rows);
  return found.ok ? json(200, found.value) : found.reply;
}

/** `GET /rest/memberCreatorPostAnalytics?q=entity&entity=(share:…)&queryType=REACTION&aggregation=TOTAL` */
export function findMemberAnalytics(world: World, caller: Caller, req: Request): Reply {
  const query = rawQuery(req);
  const wrong = finderRefusal(query, 'entity');
  if (wrong) return wrong;
  const post = entityPost(world, query);
  if (post === null) return invalidParameter('entity');
  const counts: Readonly<Record<string, (of: Post) => number>> = {
    IMPRESSION: (of) => of.activity.impressions,
    MEMBERS_REACHED: (of) => of.activity.impressions,
    RESHARE: (of) => of.activity.reshares,
    REACTION: reactionCount,
    COMMENT: (of) => of.comments.length,
  };
  const queryType = textParameter(query, 'queryType') ?? '';
  const count = Object.hasOwn(counts, queryType) ? counts[queryType] : undefined;
  if (!count) return invalidParameter('queryType');
  if (!post || post.author !== personUrn(caller.member.id)) return forbiddenField('/entity');
  return json(200, { elements: [{ count: count(post) }], paging: { start: 0, count: 10, links: [] } });
}

/** Shares and ugcPosts are asked for in lists of their own. */
function misplacedUrn(name: string, type: string, urns: readonly string[] = []): Reply | null {
  const wrong = urns.find((each) => readUrn(each)?.type !== type);
  return wrong === undefined ? null : wrongUrnType(name, wrong, `urn:li:${type}`);
}

function entityPost(world: World, query: RawQuery): Post | undefined | null {
  const match = /^\((share|ugc):([^():]+)\)$/.exec(query.get('entity') ?? '');
  return match?.[2] ? livePost(world, decodeURIComponent(match[2])) : null;
}

function statisticsOf(posts: readonly Post[]) {
  const sum = (of: (post: Post) => number) => posts.reduce((total, post) => total + of(post), 0);
  const impressionCount = sum(({ activity }) => activity.impressions);
  const clickCount = sum(({ activity }) => activity.clicks);
  const likeCount = sum(reactionCount);
  const commentCount = sum(({ comments }) => comments.length);
  const shareCount = sum(({ activity }) => activity.reshares);
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

function hasActivity(post: Post): boolean {
  const { impressions, clicks, reshares } = post.activity;
  return impressions + clicks + reshares + reactionCount(post) + post.comments.length > 0;
}

/** Only the last twelve months are counted. */
function isRecent(world: World, post: Post): boolean {
  return post.createdAt > world.context.clock.now() - YEAR_MS;
}
