import type { Containers } from '../meta/containers.ts';
import { pickFields } from '../meta/fields.ts';
import { answered, type GraphAnswer, invalidParameter, missingObject, refused } from '../meta/graph-answer.ts';
import { type GraphCall, isOwnAccount } from '../meta/graph-router.ts';
import { DAY_MS, type MovingDay } from '../meta/moving-day.ts';
import type { PerPerson } from '../meta/per-person.ts';
import type { MetaWorld } from '../meta/world.ts';
import * as failures from './failures.ts';
import type { InstagramDraft, InstagramMediaBook } from './media.ts';

/** The daily allowance. Meta's pages disagree (25, 50, 100), so it can be set; `used` comes on top of what was really published. */
export type PublishingQuota = { readonly total: number; readonly used: number };

type PublishDeps = {
  readonly world: MetaWorld;
  readonly containers: Containers<InstagramDraft>;
  readonly media: InstagramMediaBook;
  readonly publishes: MovingDay;
  readonly quota: PerPerson<PublishingQuota>;
};

/** `POST /{ig}/media_publish`. Not asynchronous: no two calls can publish one container. */
export function publishContainer(deps: PublishDeps, call: GraphCall): GraphAnswer {
  const { world, containers } = deps;
  const { username } = call.profile;
  if (!isOwnAccount(call)) return refused(missingObject(call.method, call.node));
  const creationId = call.parameters.get('creation_id');
  if (!creationId) return refused(invalidParameter('The parameter creation_id is required'));
  const container = containers.find(creationId);
  if (!container) return refused(failures.unknownCreation(creationId));
  if (container.username !== username) return refused(failures.notYourMedia(creationId));

  const state = containers.stateOf(container);
  // A container is good for one post. Which error the second publish gets is not documented; the important part is that it makes no second post.
  if (state.name === 'PUBLISHED' || state.name === 'EXPIRED') return refused(failures.unknownCreation(creationId));
  if (state.name !== 'FINISHED') return refused(failures.notReady);
  if (container.draft.isCarouselItem)
    return refused(invalidParameter('Carousel items cannot be published by themselves'));
  if (world.restricted.of(username)) return refused(failures.accountRestricted);
  const quota = deps.quota.of(username);
  if (quota.used + deps.publishes.used(username) >= quota.total) return refused(failures.publishingQuota);

  containers.markPublished(container);
  deps.publishes.record(username);
  const id = world.ids.next('179');
  deps.media.add({
    id,
    username,
    shortcode: world.ids.shortcode(),
    draft: container.draft,
    childIds: container.children.map(() => world.ids.next('179')),
    publishedAt: world.clock.now(),
    comments: [],
    insights: {},
  });
  return answered({ id });
}

/** `GET /{ig}/content_publishing_limit`: how much of the moving day is spent. */
export function readPublishingLimit(deps: PublishDeps, call: GraphCall): GraphAnswer {
  if (!isOwnAccount(call)) return refused(missingObject(call.method, call.node));
  const now = deps.world.clock.now();
  const since = call.parameters.has('since') ? Number(call.parameters.get('since')) * 1000 : now - DAY_MS;
  if (!(since >= now - DAY_MS && since <= now)) {
    return refused(invalidParameter('Param since must be a UNIX timestamp within the last 24 hours'));
  }
  const { total, used } = deps.quota.of(call.profile.username);
  const node = {
    type: 'IGContentPublishingLimit',
    byDefault: ['quota_usage'],
    fields: {
      quota_usage: used + deps.publishes.used(call.profile.username, since),
      config: { quota_total: total, quota_duration: DAY_MS / 1000 },
    },
  };
  const picked = pickFields(node, call.parameters.get('fields'));
  return picked.ok ? answered({ data: [picked.value] }) : refused(picked.failure);
}
