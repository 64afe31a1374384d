import { answerFields, wrapInData } from '../meta/graph/fields.ts';
import { type GraphAnswer, invalidParameter, refused } from '../meta/graph/graph-answer.ts';
import type { GraphCall } from '../meta/graph/graph-router.ts';
import { DAY_MS, type MovingDay } from '../meta/moving-day.ts';
import type { PerPerson } from '../meta/per-person.ts';
import type { PublishRules } from '../meta/publish.ts';
import type { MetaState } from '../meta/state.ts';
import * as failures from './failures.ts';
import type { InstagramPost } from './posts.ts';

/** The daily allowance (25, 50 or 100 by Meta's pages). `used` adds to published posts. */
export type PublishingQuota = { readonly total: number; readonly used: number };

type PublishDeps = MetaState<InstagramPost> & {
  readonly publishes: MovingDay;
  readonly quota: PerPerson<PublishingQuota>;
};

export function createPublishRules(deps: PublishDeps): PublishRules<InstagramPost> {
  return {
    idPrefix: '179',
    containerFailure(container, call, creationId) {
      if (!container) return failures.unknownCreation(creationId);
      if (container.username !== call.profile.username) return failures.notYourMedia(creationId);
      const state = deps.containers.stateOf(container).name;
      // A container can be published once. The error of a second publish is not documented; it must
      // not create a second post.
      if (state === 'PUBLISHED' || state === 'EXPIRED') return failures.unknownCreation(creationId);
      return state === 'FINISHED' ? null : failures.notReady;
    },
    quotaOf(username) {
      const { total, used } = deps.quota.of(username);
      return { left: total - used - deps.publishes.used(username), record: () => deps.publishes.record(username) };
    },
    accountRestricted: failures.accountRestricted,
    quotaUsedUp: failures.publishingQuota,
    newPost: (post) => ({ ...post, comments: [] }),
  };
}

/** `GET /{ig}/content_publishing_limit`: how many posts of the moving day are used. */
export function readPublishingLimit(deps: PublishDeps, call: GraphCall): GraphAnswer {
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
  return wrapInData(answerFields(node, call.parameters.get('fields')));
}
