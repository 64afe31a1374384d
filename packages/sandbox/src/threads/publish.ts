import { answerFields, wrapInData } from '../meta/graph/fields.ts';
import { type GraphAnswer, refused } from '../meta/graph/graph-answer.ts';
import { type GraphCall, permissionMissing } from '../meta/graph/graph-router.ts';
import { DAY_MS, type MovingDay } from '../meta/moving-day.ts';
import type { PerPerson } from '../meta/per-person.ts';
import type { PublishRules } from '../meta/publish.ts';
import type { MetaState } from '../meta/state.ts';
import * as failures from './failures.ts';
import type { ThreadsPost } from './posts.ts';
import { DELETE, LOCATION_TAGGING, MANAGE_REPLIES } from './scopes.ts';

/** Daily allowances; `used` and `replyUsed` are added to what was really published. */
export type ThreadsQuota = {
  readonly total: number;
  readonly used: number;
  readonly replyTotal: number;
  readonly replyUsed: number;
};

/** 250 posts and 1,000 replies in a moving 24 hours (Meta, Threads overview, checked 2026-10). */
export const ordinaryQuota: ThreadsQuota = { total: 250, used: 0, replyTotal: 1000, replyUsed: 0 };

/** Meta, Threads overview, checked 2026-10. Reported, but not enforced. */
const DELETIONS_A_DAY = 100;
const LOCATION_SEARCHES_A_DAY = 500;

/** Field of the publishing limit → the further permission it needs. */
const quotaScopes: readonly (readonly [string, string])[] = [
  ['reply_', MANAGE_REPLIES],
  ['delete_', DELETE],
  ['location_search_', LOCATION_TAGGING],
];

type PublishDeps = MetaState<ThreadsPost> & {
  readonly published: MovingDay;
  readonly replied: MovingDay;
  readonly deleted: MovingDay;
  readonly quota: PerPerson<ThreadsQuota>;
  /** The time in which a FINISHED container still cannot be published. */
  readonly invisibleMs: PerPerson<number>;
};

export const POST_ID_PREFIX = '181';

export function createPublishRules(deps: PublishDeps): PublishRules<ThreadsPost> {
  return {
    idPrefix: POST_ID_PREFIX,
    // Threads has one error for a container that is missing, not ready, not visible yet, expired or
    // published.
    containerFailure(container, call, creationId) {
      const { username } = call.profile;
      const state = container?.username === username ? deps.containers.stateOf(container) : null;
      if (state?.name !== 'FINISHED') return failures.mediaNotFound(creationId);
      const visibleAt = state.finishedAt + deps.invisibleMs.of(username);
      return deps.world.clock.now() < visibleAt ? failures.mediaNotFound(creationId) : null;
    },
    quotaOf(username, draft) {
      const { total, used, replyTotal, replyUsed } = deps.quota.of(username);
      const isReply = draft.replyTo !== null;
      const day = isReply ? deps.replied : deps.published;
      const left = isReply ? replyTotal - replyUsed : total - used;
      return { left: left - day.used(username), record: () => day.record(username) };
    },
    accountRestricted: failures.accountRestricted,
    quotaUsedUp: failures.publishingQuota,
    newPost: (post) => ({ ...post, repostOf: null }),
  };
}

/** `GET /{user}/threads_publishing_limit`. */
export function readPublishingLimit(deps: PublishDeps, call: GraphCall): GraphAnswer {
  const { username } = call.profile;
  const quota = deps.quota.of(username);
  const fields = call.parameters.get('fields');
  const isClosed = ([prefix, scope]: readonly [string, string]) =>
    fields?.includes(prefix) === true && !call.token.scopes.includes(scope);
  if (quotaScopes.some(isClosed)) return refused(permissionMissing);
  const seconds = DAY_MS / 1000;
  const node = {
    type: 'ThreadsPublishingLimit',
    byDefault: ['quota_usage'],
    fields: {
      quota_usage: quota.used + deps.published.used(username),
      config: { quota_total: quota.total, quota_duration: seconds },
      reply_quota_usage: quota.replyUsed + deps.replied.used(username),
      reply_config: { quota_total: quota.replyTotal, quota_duration: seconds },
      delete_quota_usage: deps.deleted.used(username),
      delete_config: { quota_total: DELETIONS_A_DAY, quota_duration: seconds },
      location_search_quota_usage: 0,
      location_search_config: { quota_total: LOCATION_SEARCHES_A_DAY, quota_duration: seconds },
    },
  };
  return wrapInData(answerFields(node, fields));
}
