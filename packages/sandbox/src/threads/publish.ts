import type { Containers } from '../meta/containers.ts';
import { pickFields } from '../meta/fields.ts';
import { answered, type GraphAnswer, invalidParameter, missingObject, refused } from '../meta/graph-answer.ts';
import { type GraphCall, isOwnAccount, permissionMissing } from '../meta/graph-router.ts';
import { DAY_MS, type MovingDay } from '../meta/moving-day.ts';
import type { PerPerson } from '../meta/per-person.ts';
import type { MetaWorld } from '../meta/world.ts';
import * as failures from './failures.ts';
import type { ThreadsDraft, ThreadsPostBook } from './posts.ts';
import { DELETE, LOCATION_TAGGING, MANAGE_REPLIES } from './scopes.ts';

/** Daily allowances; `…Used` comes on top of what was really published. */
export type ThreadsQuota = {
  readonly total: number;
  readonly used: number;
  readonly replyTotal: number;
  readonly replyUsed: number;
};

/** 250 posts and 1,000 replies in a moving 24 hours (Meta, Threads overview, checked 2026-10). */
export const ordinaryQuota: ThreadsQuota = { total: 250, used: 0, replyTotal: 1000, replyUsed: 0 };

/** Meta, Threads overview, checked 2026-10. They are told, not kept: nobody deletes by the hundred here, and places are not searched. */
const DELETIONS_A_DAY = 100;
const LOCATION_SEARCHES_A_DAY = 500;

/** Beginning of a field of the publishing limit → the permission it needs beside those of the call. */
const quotaScopes: readonly (readonly [string, string])[] = [
  ['reply_', MANAGE_REPLIES],
  ['delete_', DELETE],
  ['location_search_', LOCATION_TAGGING],
];

export type PublishDeps = {
  readonly world: MetaWorld;
  readonly containers: Containers<ThreadsDraft>;
  readonly posts: ThreadsPostBook;
  readonly published: MovingDay;
  readonly replied: MovingDay;
  readonly deleted: MovingDay;
  readonly quota: PerPerson<ThreadsQuota>;
  /** How long a container that reads FINISHED still cannot be published. */
  readonly invisibleMs: PerPerson<number>;
};

/** `POST /{user}/threads_publish`. Not asynchronous: no two calls can publish one container. */
export function publishContainer(deps: PublishDeps, call: GraphCall): GraphAnswer {
  const { containers } = deps;
  const { username } = call.profile;
  if (!isOwnAccount(call)) return refused(missingObject(call.method, call.node));
  const creationId = call.parameters.get('creation_id');
  if (!creationId) return refused(invalidParameter('The parameter creation_id is required'));
  const container = containers.find(creationId);
  if (container?.username !== username) return refused(failures.mediaNotFound(creationId));

  const state = containers.stateOf(container);
  // A container that is not ready, gone or published before is "not found" alike.
  if (state.name !== 'FINISHED') return refused(failures.mediaNotFound(creationId));
  const visibleAt = state.finishedAt + deps.invisibleMs.of(username);
  if (deps.world.clock.now() < visibleAt) return refused(failures.mediaNotFound(creationId));
  if (container.draft.isCarouselItem)
    return refused(invalidParameter('Carousel items cannot be published by themselves'));
  const answer = publishNow(deps, username, container.draft);
  if (answer.ok) containers.markPublished(container);
  return answer;
}

/** Puts a draft live, if the person may and the quota allows. */
export function publishNow(deps: PublishDeps, username: string, draft: ThreadsDraft): GraphAnswer {
  const { world } = deps;
  if (world.restricted.of(username)) return refused(failures.accountRestricted);
  const quota = deps.quota.of(username);
  const isReply = draft.replyTo !== null;
  const left = isReply
    ? quota.replyTotal - quota.replyUsed - deps.replied.used(username)
    : quota.total - quota.used - deps.published.used(username);
  if (left <= 0) return refused(failures.publishingQuota);

  (isReply ? deps.replied : deps.published).record(username);
  const id = world.ids.next('181');
  deps.posts.add({
    id,
    username,
    shortcode: world.ids.shortcode(),
    draft,
    childIds: draft.type === 'CAROUSEL_ALBUM' ? draft.items.map(() => world.ids.next('181')) : [],
    repostOf: null,
    publishedAt: world.clock.now(),
    insights: {},
  });
  return answered({ id });
}

/** `GET /{user}/threads_publishing_limit`. */
export function readPublishingLimit(deps: PublishDeps, call: GraphCall): GraphAnswer {
  if (!isOwnAccount(call)) return refused(missingObject(call.method, call.node));
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
  const picked = pickFields(node, fields);
  return picked.ok ? answered({ data: [picked.value] }) : refused(picked.failure);
}
