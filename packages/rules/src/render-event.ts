import type {
  EventFollowUp,
  EventOf,
  EventPost,
  EventPostTarget,
  EventTarget,
  TargetErrorDetail,
  WebhookEvent,
} from '@fanfare/contract';
import type {
  EventAccountFacts,
  EventFacts,
  EventFollowUpFacts,
  EventPostFacts,
  EventRepostFacts,
  EventTargetFacts,
} from './event-facts.ts';
import { eventPostStatus, eventTargetStatus } from './post-events.ts';
import { followUpError, followUpStatus } from './target-state.ts';

/**
 * An event as callers get it. `JSON.stringify` of it is the body, which is made once and sent
 * unchanged on every attempt.
 *
 * @example
 * renderEvent({ id: 'evt_1', at, type: 'target.failed', post, targetId: 'tgt_1' }).type; // 'target.failed'
 */
export function renderEvent(facts: EventFacts): WebhookEvent {
  const { id, at, type } = facts;
  // The data belongs to the type: TypeScript cannot follow the pair through the branches.
  return { id, type, timestamp: at.toISOString(), data: dataOf(facts) } as WebhookEvent;
}

function dataOf(facts: EventFacts): WebhookEvent['data'] {
  if ('targetId' in facts) {
    const target = facts.post.targets.find(({ id }) => id === facts.targetId);
    if (target === undefined) throw new Error(`target ${facts.targetId} is no target of ${facts.post.id}`);
    const data = { post: toPost(facts.post), target: toTarget(target) };
    return 'followUp' in facts ? { ...data, followUp: toFollowUp(facts.followUp) } : data;
  }
  if ('post' in facts) return { post: toPost(facts.post), targets: facts.post.targets.map(toPostTarget) };
  if ('repost' in facts) return { repost: toRepost(facts.repost) };
  if ('media' in facts) return { media: facts.media };
  if ('usage' in facts) return { usage: facts.usage };
  if ('network' in facts) return { network: facts.network };
  if ('webhook' in facts) return { webhook: facts.webhook };
  if (facts.type === 'account.removed') return { account: { id: facts.account.id, platform: facts.account.platform } };
  const account = toAccount(facts.account);
  return facts.type === 'account.expiring' ? { account, expiresAt: facts.expiresAt.toISOString() } : { account };
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

const toPost = (post: EventPostFacts): EventPost => ({
  id: post.id,
  status: eventPostStatus(post),
  createdAt: post.createdAt.toISOString(),
  publishAt: iso(post.publishAt),
  cancelledAt: iso(post.cancelledAt),
  idempotencyKey: post.idempotencyKey,
});

type OfAccount = Pick<EventTargetFacts, 'accountId' | 'platform' | 'profileId'>;

const toOwner = ({ accountId, platform, profileId }: OfAccount) => ({
  accountId,
  platform,
  ...(profileId !== null && { profileId }),
});

const toPostTarget = (target: EventTargetFacts): EventPostTarget => ({
  id: target.id,
  ...toOwner(target),
  status: eventTargetStatus(target),
  errorCode: target.errorDetail?.code ?? null,
});

/** JSON writes a control character with six bytes, which can make a body too long. */
const CONTROL = /[^\P{Cc}\t\n\r]/gu;
const readable = (text: string): string => text.replace(CONTROL, '\uFFFD');
const readableOrNull = (text: string | null): string | null => text && readable(text);

const readableDetail = (detail: TargetErrorDetail): TargetErrorDetail => ({
  ...detail,
  message: readable(detail.message),
  networkCode: readableOrNull(detail.networkCode),
  networkMessage: readableOrNull(detail.networkMessage),
  remedy: readableOrNull(detail.remedy),
});

/** A browser opens both alike. */
const readableUrl = (url: string): string => (readable(url) === url ? url : new URL(url).href);

function toTarget(target: EventTargetFacts): EventTarget {
  const { id, platformPostId, publishedAt, commentStatus, commentId } = target;
  const errorDetail = target.errorDetail && readableDetail(target.errorDetail);
  return {
    id,
    ...toOwner(target),
    status: eventTargetStatus(target),
    platformPostId,
    url: target.url && readableUrl(target.url),
    publishedAt: iso(publishedAt),
    error: errorDetail && `${errorDetail.code}: ${errorDetail.message}`,
    errorDetail,
    commentStatus,
    commentId,
    commentError: readableOrNull(target.commentError),
    unpublishedAt: iso(target.unpublishedAt),
  };
}

const toFollowUp = (followUp: EventFollowUpFacts): EventFollowUp => ({
  field: followUp.kind === 'thread' ? 'thread' : 'firstComments',
  index: followUp.index,
  status: followUpStatus(followUp),
  platformPostId: followUp.platformPostId,
  url: followUp.url && readableUrl(followUp.url),
  error: readableOrNull(followUpError(followUp)),
});

function toRepost(repost: EventRepostFacts): EventOf<'repost.published'>['data']['repost'] {
  const { platformPostId, targetId, status, platformRepostId, error, repostedAt } = repost;
  return {
    ...toOwner(repost),
    ...{ platformPostId, targetId, status, platformRepostId },
    ...{ error: readableOrNull(error), repostedAt: iso(repostedAt) },
  };
}

const toAccount = ({ id, platform, profileId, status, statusReason }: EventAccountFacts) => ({
  id,
  platform,
  ...(profileId !== null && { profileId }),
  status,
  statusReason,
});
